import { readAsset } from '../core/assets.ts'

/** Assets from npm packages. */
export const packageFiles = {
  regular: 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  bold: 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  resvg: 'node_modules/@resvg/resvg-wasm/index_bg.wasm',
} as const

export const packageFile = (name: keyof typeof packageFiles): Buffer => readAsset(packageFiles[name])
