/** Pixels of a square of the marker. */
const side = 12

/**
 * Draws the frames of a film, in a browser (camera-film.fixture.ts). Returns each as JPEG in base64.
 * @param {{ width: number, height: number, images: string[], noise: number[], frames: object[] }} film
 */
globalThis.drawFilm = async ({ width, height, images, noise, frames }) => {
  const pictures = await Promise.all(
    images.map(async (url) => createImageBitmap(await (await fetch(url)).blob())),
  )
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  const grain = drawNoise(width * 2, height * 2, noise)

  function drawPrint({ image, millimetres, part, at, x, y, scale, angle, light }) {
    const picture = pictures[image]
    const dots = picture.width / millimetres
    const [left, top, w, h] = part ?? [0, 0, millimetres, picture.height / dots]
    context.save()
    context.translate(width / 2 + x, height / 2 + y)
    context.rotate((angle * Math.PI) / 180)
    context.scale(scale, scale)
    context.translate(-at[0], -at[1])
    // The lens is never quite in focus.
    context.filter = `blur(0.5px) brightness(${light})`
    context.drawImage(picture, left * dots, top * dots, w * dots, h * dots, left, top, w, h)
    context.restore()
  }
  // Sixteen squares in a corner, outside of the aim: the marker and the step in binary.
  function drawMarker(bits) {
    for (let bit = 0; bit < 16; bit++) {
      context.fillStyle = (bits >> bit) & 1 ? '#fff' : '#000'
      context.fillRect(bit * side, 0, side, side)
    }
  }
  const jpegs = []
  for (const { marker, step, prints, light, noise: at } of frames) {
    context.fillStyle = `hsl(30 30% ${55 * light}%)`
    context.fillRect(0, 0, width, height)
    for (const print of prints) drawPrint({ ...print, light })
    context.globalAlpha = 0.12
    context.drawImage(grain, -at[0] * width, -at[1] * height)
    context.globalAlpha = 1
    drawMarker(marker | (step << 8))
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.6 })
    jpegs.push(new Uint8Array(await blob.arrayBuffer()).toBase64())
  }
  return jpegs
}

function drawNoise(width, height, values) {
  const pixels = new ImageData(width, height)
  for (const [n, value] of values.entries()) pixels.data.fill(value, 4 * n, 4 * n + 3)
  for (let n = 3; n < pixels.data.length; n += 4) pixels.data[n] = 255
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d').putImageData(pixels, 0, 0)
  return canvas
}

/**
 * Notes in `noted` when the camera took the first frame of each marker, when each scan is listed, and the texts of the
 * hint. Times are in milliseconds.
 * @param {number} stepLength the time of a step
 */
globalThis.noteScans = (stepLength) => {
  const noted = (globalThis.noted = { shown: {}, scans: [], hints: [] })
  const [video, hint] = ['video', '.camera-hint'].map((selector) => document.querySelector(selector))
  const context = new OffscreenCanvas(16 * side, side).getContext('2d', { willReadFrequently: true })
  const look = (now, { captureTime }) => {
    video.requestVideoFrameCallback(look)
    context.drawImage(video, 0, 0)
    const { data } = context.getImageData(0, side / 2, 16 * side, 1)
    const isWhite = (_, bit) => (data[(bit + 0.5) * side * 4] > 128 ? 1 << bit : 0)
    const bits = Array.from({ length: 16 }, isWhite).reduce((sum, one) => sum + one)
    // The first frames may not have been shown.
    noted.shown[bits & 255] ??= captureTime - (bits >> 8) * stepLength
  }
  video.requestVideoFrameCallback(look)
  // One observer for both: what one render changes has one time.
  const observer = new MutationObserver((records) => {
    const at = performance.now()
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      const code = node.querySelector?.('.code')
      if (code) noted.scans.push({ text: code.textContent, at })
    }
    if (records.some(({ target }) => hint.contains(target))) noted.hints.push({ text: hint.textContent, at })
  })
  observer.observe(document.querySelector('ol.lines'), { childList: true })
  observer.observe(hint, { childList: true, characterData: true, subtree: true })
}
