import { beforeEach, expect, test } from 'vitest'
import { chooser } from '../../../site/work/camera/choose.ts'
import type { CodeInFrame } from '../../../site/work/camera/codes.ts'

/** Milliseconds between two frames. */
const interval = 50
const side = 100
const code = (format: CodeInFrame['format'], text: string, x = 0): CodeInFrame => ({
  format,
  text,
  x,
  y: 0,
  side,
})
const qr = (text: string, x = 0) => code('qr_code', text, x)
const barcode = (text: string, x = 0) => code('code_128', text, x)

let choose: ReturnType<typeof chooser>
let now: number
beforeEach(() => {
  choose = chooser()
  now = 0
})
/** The codes that are scanned while these are in each frame for `milliseconds`. */
function show(milliseconds: number, ...codes: CodeInFrame[]) {
  const scanned: string[] = []
  let isAmbiguous = false
  for (const end = now + milliseconds; now < end; now += interval) {
    const choice = choose(codes, now)
    if (choice.code) scanned.push(choice.code.text)
    isAmbiguous = choice.isAmbiguous
  }
  return { scanned, isAmbiguous }
}

test('a QR code in the centre is scanned in the first frame, another when it stays', () => {
  expect(show(interval, qr('centre')).scanned).toEqual(['centre'])
  expect(show(200, qr('aside', side)).scanned).toEqual([])
  expect(show(100, qr('aside', side)).scanned).toEqual(['aside'])
})

test('a code is not scanned again while it is in view, nor for two seconds after', () => {
  expect(show(5000, qr('one')).scanned).toEqual(['one'])
  show(1500)
  expect(show(1000, qr('one')).scanned).toEqual([])
  show(2000)
  expect(show(1000, qr('one')).scanned).toEqual(['one'])
})

test('a misreading of a Code 128 or an ITF is not scanned, though it is the same in several frames of one picture', () => {
  for (const [right, wrong] of [
    [barcode('PKG-1DJPWHJZBE'), barcode('P`G-1DJPWH_]BE')],
    [code('itf', '0555123456'), code('itf', '0555123965')],
  ] as const) {
    show(200, wrong)
    expect(show(500, right).scanned).toEqual([right.text])
    expect(show(200, wrong).scanned).toEqual([])
  }
})

test('a part of a tag is not scanned', () => {
  expect(show(1000, code('itf', '055512')).scanned).toEqual([])
})

test('a label whose codes can both be read is scanned once, by its QR code if that is read in time', () => {
  expect(show(100, barcode('PKG-1', 70)).scanned).toEqual([])
  expect(show(1000, qr('one'), barcode('PKG-1', 70)).scanned).toEqual(['one'])
  expect(show(1000, barcode('PKG-1')).scanned).toEqual([])
})

test('a label that was scanned by its Code 128 is not scanned again by its QR code', () => {
  expect(show(500, barcode('PKG-1', 70)).scanned).toEqual(['PKG-1'])
  expect(show(300, qr('one')).scanned).toEqual([])
  show(1500)
  expect(show(1000, qr('one')).scanned).toEqual([])
})

test('the next label is scanned at once, also by its Code 128', () => {
  show(500, qr('one'), barcode('PKG-1', 70))
  expect(show(interval, qr('two'), barcode('PKG-2', 70)).scanned).toEqual(['two'])
  show(1000)
  expect(show(500, barcode('PKG-3')).scanned).toEqual(['PKG-3'])
})

test('between two labels none is scanned, and after a moment that is said, until one is nearer', () => {
  const between = [qr('left', -60), qr('right', 60)]
  expect(show(250, ...between)).toEqual({ scanned: [], isAmbiguous: false })
  expect(show(1000, ...between)).toEqual({ scanned: [], isAmbiguous: true })
  expect(show(interval, qr('left', -100), qr('right', 20))).toEqual({ scanned: ['right'], isAmbiguous: false })
})

test('the next label in the place of one that was scanned by its Code 128 is scanned when both of its codes are read', () => {
  show(500, barcode('PKG-1', 70))
  expect(show(300, qr('two'), barcode('PKG-2', 70)).scanned).toEqual(['two'])
})
