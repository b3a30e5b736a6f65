import { CourierError } from '../../../../../shared/client/http/errors.ts'
import { toast } from '../../../../design/toast.tsx'
import { api, messageOf } from '../../../../staff/api/client.ts'
import { shrinkPhoto, types } from '../../../../staff/ui/shrink-photo.ts'
import { messages } from './messages.ts'

/** Lets the user choose a photo and adds it to a package; its id, or undefined if that fails, which is shown. */
export async function choosePhoto(packageId: string): Promise<string | undefined> {
  const chosen = await chosenFile()
  if (!chosen) return undefined
  const photo = await shrinkPhoto(chosen)
  if (!photo) {
    toast({ text: messages.tooLarge, isError: true })
    return undefined
  }
  try {
    const { data, error, response } = await api.POST('/api/v1/packages/{id}/photo', {
      params: { path: { id: packageId } },
      body: photo as never,
      bodySerializer: (body) => body,
      headers: { 'Content-Type': photo.type },
    })
    if (!data) throw new CourierError(response, error)
    toast({ text: messages.photoAdded })
    return data.photo_id
  } catch (error) {
    toast({ text: messageOf(error), isError: true })
    return undefined
  }
}

const chosenFile = () =>
  new Promise<File | undefined>((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = [...types, 'image/*'].join(',')
    input.onchange = () => resolve(input.files?.[0])
    input.oncancel = () => resolve(undefined)
    input.click()
  })
