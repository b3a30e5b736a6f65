import type { Plugin } from 'esbuild'
import { ours, read } from './sources.ts'

/**
 * A schema of zod has a method for whatever might be asked of it, so that a bundle that has one has them all, and what they
 * make. It keeps those whose names the service calls, or zod itself; the compiler of parsers, which later.ts turns off, and
 * what writes JSON Schemas, go too.
 */
export const methods: Plugin = {
  name: 'methods',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/classic\/schemas\.js$/ }, ({ path }) => {
      const text = read(path)
      const calls = [...ours().matchAll(/(?<!\bz|\biso)\.(\w+)\(/g), ...text.matchAll(/this\??\.(\w+)/g)]
      const called = new Set(calls.map(([, name]) => name))
      const method =
        /^ {4}(?:async )?(\w+)(?:: (?:async )?function \w+)?\([^)]*\) \{\n(?: {8}.*\n|\n)* {4}\},\n/gm
      const plain = text
        .replaceAll('$ZodObjectJIT', '$ZodObject')
        .replace('{ util } from "../core/index.js"', '* as util from "../core/util.js"')
        .replaceAll('core.util.', 'util.')
        .replace(/^ *inst\._zod\.processJSONSchema = .*$/gm, '')
      return { contents: plain.replace(method, (whole, name: string) => (called.has(name) ? whole : '')) }
    })
  },
}
