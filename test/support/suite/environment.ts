import { afterAll, afterEach } from 'vitest'
import { takeRecording } from './recording.ts'

// Test files of a worker share its environment variables. Restore them after each file.
const before = { ...process.env }
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, before)
})

afterEach(({ task }) => {
  const recording = takeRecording()
  if (task.result?.state === 'fail' && recording.length > 0) console.log(recording.join('\n'))
})
