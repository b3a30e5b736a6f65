import type { Plugin } from 'esbuild'
import { ours, read } from './sources.ts'
import { methods } from './zod-methods.ts'

/**
 * Marks what only makes a schema or a record's place as free of side effects, so that a bundle holds those that it uses:
 * esbuild knows of such functions in their own file alone (its `@__NO_SIDE_EFFECTS__`). And leaves out what is written for
 * documents: what a route or a setting is about.
 */
const pure: Plugin = {
  name: 'pure',
  setup({ onLoad }) {
    onLoad({ filter: /\/(shared|functions)\/.*\.ts$/ }, ({ path }) => ({
      contents: read(path)
        .replace(/^((?:export )?const \w+ = |  ref: )(later|pick|entity)\(/gm, '$1/* @__PURE__ */ $2(')
        .replace(/\b(about|summary|notes):\s+'[^'\n]*',?/g, ''),
      loader: 'ts',
    }))
  },
}

/**
 * A client says of all calls of its service what goes into them and what comes of them. Two things keep esbuild from seeing
 * which of it is used: keys that are computed, though of constants; and a registry of every error, of which the service
 * tells apart those that it names. Others come as their service's exception, with the same name.
 */
const shapes: Plugin = {
  name: 'shapes',
  setup({ onLoad }) {
    const named = ours()
    onLoad({ filter: /\/@aws-sdk\/client-[^/]+\/dist-es\/schemas\/\w+\.js$/ }, ({ path }) => {
      const text = read(path)
      const constants = new Map(
        [...text.matchAll(/^const (_\w+) = (".*");$/gm)].map(([, name, value]) => [name, value]),
      )
      const plainKey = (key: string, name: string) => (constants.has(name) ? `${constants.get(name)}:` : key)
      const ifNamed = (line: string, error: string) => (named.includes(error) ? line : '')
      return {
        contents: text
          .replace(/\[(_\w+)\]:/g, plainKey)
          .replace(/^n0_registry\.registerError\(.+, (\w+)\);$/gm, ifNamed),
      }
    })
  },
}
/** What else modules take with them, and need not. */
const lighter: Plugin = {
  name: 'lighter',
  setup({ onLoad }) {
    // A client whose rules know of partitions tells of them itself.
    onLoad({ filter: /\/@aws-sdk\/core\/.*\/util-endpoints\/aws\.js$/ }, ({ path }) => ({
      contents: read(path).replace(/^customEndpointFunctions\.aws = .*$/m, ''),
    }))
    // Without an import that waits to be asked for, no module has to.
    onLoad({ filter: /\/@smithy\/core\/.*\/HttpProtocol\.js$/ }, ({ path }) => ({
      contents: read(path).replace(/await import\(".*event-streams"\)/, '{}'),
    }))
    // A client says its version; esbuild would take all that stands beside it.
    onLoad({ filter: /\/@aws-sdk\/client-[^/]+\/package\.json$/ }, ({ path }) => ({
      contents: JSON.stringify({ version: (JSON.parse(read(path)) as { version: string }).version }),
      loader: 'json',
    }))
  },
}

/** Lets esbuild see what is not used. */
export const treeShaking = [pure, shapes, methods, lighter]
