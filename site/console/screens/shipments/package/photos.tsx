import { handlingRoles } from '../../../../../shared/domain/kernel/roles.ts'
import { api, queries } from '../../../../staff/api/client.ts'
import { useRead } from '../../../../staff/api/read.ts'
import { hasRole } from '../../../../staff/api/session.ts'
import { Loaded } from '../../../../staff/ui/loaded.tsx'
import { office } from '../../../messages/office.ts'
import { formatTime } from '../../../../staff/messages/format.ts'
import { choosePhoto } from '../actions/choose-photo.ts'
import { messages } from '../actions/messages.ts'

/** When an address is renewed before it is used, in milliseconds: it is valid for a minute. */
const renewedAfter = 50_000

/** The photos of a package. */
export function Photos({ id }: { id: string }) {
  const photos = useRead(['package', id, 'photos'], () =>
    api.GET('/api/v1/packages/{id}/photos', { params: { path: { id } } }),
  )
  const add = async () => {
    await choosePhoto(id)
    void queries.invalidateQueries({ queryKey: ['package', id] })
  }
  const isOld = () => Date.now() - photos.dataUpdatedAt > renewedAfter
  const renew = () => {
    if (isOld()) void photos.refetch()
  }
  const open = async (event: Event, photoId: string) => {
    if (!isOld()) return
    event.preventDefault()
    const { data } = await photos.refetch()
    const renewed = data?.body.find(({ photo_id }) => photo_id === photoId)
    if (renewed?.photo_url) window.open(renewed.photo_url, '_blank', 'noreferrer')
  }
  return (
    <details onToggle={renew}>
      <summary>
        {messages.photos}
        {photos.data && ` (${photos.data.body.length})`}
      </summary>
      <div class="stack">
        <Loaded query={photos} lines={1}>
          {({ body }) => (
            <p class="photos">
              {body.length === 0 && <span class="hint">{office.none}</span>}
              {body.map(
                ({ photo_id, photo_url, uploaded_at }) =>
                  photo_url && (
                    <a
                      key={photo_id}
                      href={photo_url}
                      target="_blank"
                      rel="noreferrer"
                      onClick={(event) => void open(event, photo_id)}
                    >
                      <img src={photo_url} alt={formatTime(uploaded_at)} loading="lazy" onError={renew} />
                    </a>
                  ),
              )}
            </p>
          )}
        </Loaded>
        {hasRole(handlingRoles) && (
          <p>
            <button type="button" onClick={() => void add()}>
              {messages.addPhoto}
            </button>
          </p>
        )}
      </div>
    </details>
  )
}
