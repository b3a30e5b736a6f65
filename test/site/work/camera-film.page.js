/**
 * Draws the frames of a film, in a browser (camera-film.fixture.ts). Returns each as JPEG in base64.
 * @param {{ width: number, height: number, images: string[], frames: object[] }} film
 */
globalThis.drawFilm = async ({ width, height, images, frames }) => {
  const pictures = await Promise.all(
    images.map(async (url) => createImageBitmap(await (await fetch(url)).blob())),
  )
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  const noise = drawNoise(width * 2, height * 2)

  function drawLabel({ image, millimetres, part, at, x, y, scale, angle, light }) {
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
  function drawMarker(n) {
    // Eight squares in a corner, outside of the aim: the number in binary.
    for (let bit = 0; bit < 8; bit++) {
      context.fillStyle = (n >> bit) & 1 ? '#fff' : '#000'
      context.fillRect(bit * 12, 0, 12, 12)
    }
  }
  const jpegs = []
  for (const { marker, labels, light } of frames) {
    context.fillStyle = `hsl(30 30% ${55 * light}%)`
    context.fillRect(0, 0, width, height)
    for (const label of labels) drawLabel({ ...label, light })
    context.globalAlpha = 0.12
    context.drawImage(noise, -Math.random() * width, -Math.random() * height)
    context.globalAlpha = 1
    drawMarker(marker)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
    jpegs.push(new Uint8Array(await blob.arrayBuffer()).toBase64())
  }
  return jpegs
}

function drawNoise(width, height) {
  const pixels = new ImageData(width, height)
  for (let n = 0; n < pixels.data.length; n += 4) pixels.data.fill(Math.random() * 255, n, n + 3)
  for (let n = 3; n < pixels.data.length; n += 4) pixels.data[n] = 255
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d').putImageData(pixels, 0, 0)
  return canvas
}

/** Notes when each label is shown and when each scan is listed, in milliseconds: `globalThis.noted`. */
globalThis.noteScans = () => {
  const noted = (globalThis.noted = { shown: {}, scans: [], hints: 0 })
  const video = document.querySelector('video')
  const context = new OffscreenCanvas(96, 12).getContext('2d', { willReadFrequently: true })
  const look = () => {
    video.requestVideoFrameCallback(look)
    context.drawImage(video, 0, 0, 96, 12, 0, 0, 96, 12)
    const { data } = context.getImageData(0, 0, 96, 12)
    let marker = 0
    for (let bit = 0; bit < 8; bit++) if (data[(6 * 96 + bit * 12 + 6) * 4] > 128) marker |= 1 << bit
    noted.shown[marker] ??= performance.now()
  }
  video.requestVideoFrameCallback(look)
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        noted.scans.push({ text: node.querySelector('.code').textContent, at: performance.now() })
  }).observe(document.querySelector('ol.lines'), { childList: true })
  new MutationObserver(() => noted.hints++).observe(document.querySelector('.camera-hint'), {
    childList: true,
    characterData: true,
    subtree: true,
  })
}
