import { afterAll } from 'vitest'

// Test files share their worker's environment. What a file sets in it ends with the file.
const before = { ...process.env }
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, before)
})
