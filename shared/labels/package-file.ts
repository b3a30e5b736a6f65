import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Set by lib/bundle.ts, which puts these files beside the bundle. */
declare const BUNDLED: boolean | undefined

/** Files of packages that are no code. */
export const packageFiles = {
  regular: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  resvg: '@resvg/resvg-wasm/index_bg.wasm',
} as const

export const packageFile = (name: keyof typeof packageFiles): Buffer =>
  readFileSync(
    typeof BUNDLED === 'undefined'
      ? join(import.meta.dirname, '../../node_modules', packageFiles[name])
      : join(__dirname, basename(packageFiles[name])),
  )
