import { handlingRoles } from '../../../shared/domain/kernel/roles.ts'
import { element, userText } from '../../shared/element.ts'
import { shrinkPhoto, types } from './shrink-photo.ts'
import type { Photo } from '../ui/records.ts'
import { arrange, renew } from '../ui/renew.ts'
import { RequestError, errorMessage } from '../api/request.ts'
import { hasRole } from '../api/session.ts'
import { call, upload } from '../api/api-client.ts'
import { formatTime, formatSize } from '../ui/format.ts'
import { words } from '../ui/words.ts'

/** The photos of a package, and the button that adds one. `onChange` is called after an upload. */
export function photosOf(packageId: string, onChange: () => Promise<void>) {
  const elements = new Map<string, HTMLElement>()
  const list = element('ul', { class: 'photos' })
  const none = element('p', { class: 'small' }, words.noPhotos)
  const place = element('div', {}, none, list)
  if (hasRole(handlingRoles)) place.append(addButton(packageId, onChange))

  /** Throws RequestError. */
  async function read(): Promise<void> {
    const { body } = await call<Photo[]>(`GET /api/v1/packages/${packageId}/photos`)
    none.hidden = body.length > 0
    arrange<Photo>(list, body, ({ photo_id }) => photo_id, elements, showPhoto)
  }
  return { place, read }
}

/** Ignores changes of the URL: each read returns a new presigned one for the same photo. */
function showPhoto(
  place: HTMLElement,
  { photo_url, status, size, reason, uploaded_at, width, height }: Photo,
): void {
  renew(place, { status, reason }, () => {
    const when = formatTime(new Date(uploaded_at))
    const caption = element('span', { class: 'small' }, when, size !== null && `, ${formatSize(size)}`)
    if (photo_url === null) {
      return [element('span', { class: 'small' }, reason === null ? words.waiting : userText(reason)), caption]
    }
    const image = element('img', {
      ...{ src: photo_url, alt: words.photoOf(when), loading: 'lazy', decoding: 'async' },
      ...{ width: String(width ?? 160), height: String(height ?? 120) },
    })
    return [element('a', { href: photo_url, target: '_blank', rel: 'noopener noreferrer' }, image), caption]
  })
}

/** A button that takes or selects a photo, and shows the progress of the upload. */
function addButton(packageId: string, onChange: () => Promise<void>) {
  const input = element('input', {
    ...{
      type: 'file',
      id: `photo-${packageId}`,
      class: 'visually-hidden',
      accept: types.join(),
      capture: 'environment',
    },
  })
  const label = element('label', { for: input.id, class: 'button plain' }, words.addPhoto)
  const bar = element('progress', { max: '100', 'aria-label': words.addPhoto })
  const statusLine = element('span', { class: 'small', role: 'status' })
  bar.hidden = true

  async function add(file: File): Promise<void> {
    input.disabled = true
    bar.hidden = false
    try {
      const photo = await shrinkPhoto(file)
      if (!photo) throw new RequestError(413, words.tooLarge)
      await upload(`/api/v1/packages/${packageId}/photo`, photo, (percent) => {
        bar.value = percent
        statusLine.textContent = words.sending(percent)
      })
      await onChange()
      statusLine.className = 'small'
      statusLine.textContent = words.photoAdded
    } catch (error) {
      statusLine.className = 'error'
      statusLine.textContent = errorMessage(error)
    } finally {
      bar.hidden = true
      input.disabled = false
      input.value = ''
    }
  }
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) void add(file)
  })
  return element('p', { class: 'row' }, input, label, bar, statusLine)
}
