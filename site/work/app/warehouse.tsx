import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { api } from '../../staff/api/client.ts'
import { useRead, whileEmpty } from '../../staff/api/read.ts'
import { warehouseName } from '../../staff/ui/warehouse-name.ts'
import { messages } from '../messages/work.ts'

const storageKey = 'warehouse'
/** Where the worker is; "" before it is chosen. The console's unloadings use it too. */
export const warehouseId = signal(localStorage.getItem(storageKey) ?? '')
const choose = (id: string) => {
  localStorage.setItem(storageKey, id)
  warehouseId.value = id
}

const useWarehouses = () =>
  useRead(['warehouses'], () => api.GET('/api/v1/warehouses'), true, { refetchInterval: whileEmpty }).data?.body

/** `isNeeded`: whether nothing can be done before one is chosen, which is said then. */
export function ChooseWarehouse({ isNeeded = false }: { isNeeded?: boolean }) {
  const all = useWarehouses()
  if (all?.length === 0) return <p class="note needs">{messages.noWarehouse}</p>
  const [only] = all?.length === 1 ? all : []
  if (only && warehouseId.value !== only.id) queueMicrotask(() => choose(only.id))
  return (
    <>
      {isNeeded && all && <p class="note needs">{messages.chooseWarehouse}</p>}
      <p class="field place">
        <label for="warehouse">{messages.warehouse}</label>
        <select
          id="warehouse"
          value={warehouseId.value}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="">—</option>
          {all?.map((one) => (
            <option key={one.id} value={one.id} dir="auto">
              {warehouseName(one)}
            </option>
          ))}
        </select>
      </p>
    </>
  )
}

/** Content with the name of the warehouse above it: another user of the phone may have chosen it. */
function Here({ children }: { children: ComponentChildren }) {
  const here = useWarehouses()?.find(({ id }) => id === warehouseId.value)
  return (
    <>
      {here && (
        <p class="hint">
          <bdi>{warehouseName(here)}</bdi>
        </p>
      )}
      {children}
    </>
  )
}

/** Content that needs a warehouse; first the choice of one. */
export const InWarehouse = ({ children }: { children: (id: string) => ComponentChildren }) =>
  warehouseId.value === '' ? <ChooseWarehouse isNeeded /> : <Here>{children(warehouseId.value)}</Here>
