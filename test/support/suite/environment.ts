import { afterAll } from 'vitest'

// Test files of a worker share its environment variables. Restore them after each file.
const before = { ...process.env }
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, before)
})
