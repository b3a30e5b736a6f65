import { expect, test } from 'vitest'
import lock from '../../package-lock.json' with { type: 'json' }
import packageJson from '../../package.json' with { type: 'json' }

/** Licenses that allow use in software under the MIT License on no condition but to keep their notice. */
const permissive = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'PSF-2.0',
  'Unlicense',
  'CC0-1.0',
  'Zlib',
]
/** Other licenses, and why they are compatible. */
const exceptions: Record<string, { license: string; reason: string }> = {
  '@resvg/resvg-wasm': {
    license: 'MPL-2.0',
    reason: 'The MPL covers the files of the package, which are deployed unmodified (MPL 2.0 §3.3)',
  },
  'dejavu-fonts-ttf': {
    license: 'SEE LICENSE IN README.md AND LICENSE',
    reason: 'The license of Bitstream Vera allows fonts to be embedded and distributed under their own name',
  },
  '@fontsource-variable/inter': {
    license: 'OFL-1.1',
    reason: 'Fonts may be bundled with software; their files contain the notice and the license (OFL 1.1 §2)',
  },
  '@fontsource/noto-sans': {
    license: 'OFL-1.1',
    reason: 'Fonts may be bundled with software; their files contain the notice and the license (OFL 1.1 §2)',
  },
  'fonteditor-core': {
    license: 'none',
    reason: 'The MIT License, in the older form of package.json (`licenses`)',
  },
  'axe-core': { license: 'MPL-2.0', reason: 'Tests only; unmodified' },
  'airport-data-js': {
    license: 'CC BY 4.0',
    reason:
      'Data, which may be changed and distributed if its source is named: places.txt does (CC BY 4.0 §3a)',
  },
  lightningcss: { license: 'MPL-2.0', reason: 'Tests only, as a dependency of Vitest; unmodified' },
  mupdf: { license: 'AGPL-3.0-or-later', reason: 'Tests only; no part of what is built, deployed or offered' },
}

/** A package whose license offers a choice is compatible if one choice is; one that combines licenses, if all are. */
const isPermissive = (license: string): boolean => {
  const text = license.replace(/^\((.*)\)$/, '$1')
  if (text.includes(' OR ')) return text.split(' OR ').some(isPermissive)
  return text.split(' AND ').every((one) => permissive.includes(one))
}

const installed = Object.entries(lock.packages as Record<string, { license?: string; dev?: boolean }>)
  .filter(([path]) => path !== '')
  .map(([path, { license = 'none', dev = false }]) => ({
    name: path.replace(/.*node_modules\//, ''),
    license,
    dev,
  }))
/** `lightningcss` for the package of a platform such as lightningcss-linux-x64-gnu. */
const exceptionOf = (name: string) =>
  Object.keys(exceptions).find((one) => name === one || name.startsWith(`${one}-`))

test('every dependency has a license that is compatible with the project’s', () => {
  expect(packageJson.license).toBe('MIT')
  const others = installed.filter(({ license }) => !isPermissive(license))
  const unexplained = others.filter(
    ({ name, license }) => exceptions[exceptionOf(name) ?? '']?.license !== license,
  )
  expect(unexplained.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
  expect(new Set(others.map(({ name }) => exceptionOf(name))), 'no exception without its package').toEqual(
    new Set(Object.keys(exceptions)),
  )
})

test('nothing that is deployed has a license that is for tests only', () => {
  const forTests = Object.keys(exceptions).filter((name) => exceptions[name]?.reason.startsWith('Tests only'))
  const deployed = installed.filter(({ name, dev }) => !dev && forTests.includes(exceptionOf(name) ?? ''))
  expect(deployed).toEqual([])
})
