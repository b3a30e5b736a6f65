import { signal } from '@preact/signals'
import { render } from 'preact'
import { Colours } from './colours.tsx'
import { idOf, Part } from './part.tsx'
import { Scales } from './scales.tsx'
import { Dialog } from '../dialog.tsx'
import { Empty, Failure, Skeleton } from '../states.tsx'
import { toast, Toasts } from '../toast.tsx'

// The design system's tokens and components, each as pages use it. Served by the local cloud alone.

const isOpen = signal<'box' | 'panel' | undefined>(undefined)

const parts = ['Colour', 'Type', 'Space and shape', 'Status', 'Buttons', 'Fields', 'States', 'Over the page']

const Page = () => (
  <div class="guide">
    <nav class="index" aria-label="Parts">
      <strong>Courier Logistics</strong>
      <ol>
        {parts.map((title) => (
          <li key={title}>
            <a href={`#${idOf(title)}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
    <Parts />
  </div>
)

const Parts = () => (
  <main>
    <header>
      <h1>Design system</h1>
      <p class="lead">
        What every page of the service is made of: tokens, controls and states, each as it is used.
      </p>
    </header>
    <Part
      title="Colour"
      rule="Pages use these tokens alone. Text has a contrast of 4.5:1 or more on each ground, in light and dark."
    >
      <Colours />
    </Part>
    <Scales />
    <Part title="Buttons" rule="One primary button a view. What deletes is outlined in red, and asks first.">
      <p class="row">
        <button type="button" class="primary">
          Book
        </button>
        <button type="button">Edit</button>
        <button type="button" class="plain">
          Label
        </button>
        <button type="button" class="danger">
          Delete
        </button>
        <button type="button" aria-disabled="true">
          Sending …
        </button>
      </p>
    </Part>
    <Part title="Fields" rule="The label is above, hint and error are below. Optional fields say so.">
      <div class="group">
        <p class="field">
          <label for="name">Name</label>
          <input id="name" value="Anna Petrova" />
        </p>
        <p class="field">
          <label for="weight">Weight in kg</label>
          <input id="weight" value="heavy" aria-invalid="true" aria-describedby="weight-error" />
          <span id="weight-error" class="error">
            Enter a number such as 1234.5
          </span>
        </p>
        <p class="field">
          <label for="payment">
            Payment <span class="hint">· optional</span>
          </label>
          <select id="payment">
            <option>Paid</option>
          </select>
        </p>
        <label class="check">
          <input type="checkbox" checked />
          Signature
        </label>
      </div>
    </Part>
    <Part title="States" rule="Loading shows lines, an empty list what to do, and an error a way on.">
      <Skeleton label="Loading" lines={2} />
      <Empty title="No bags yet">
        <p>Open a bag for a flight, and scan packages into it.</p>
      </Empty>
      <Failure
        text="The service cannot be reached at the moment."
        retryLabel="Try again"
        onRetry={() => undefined}
      />
    </Part>
    <Part
      title="Over the page"
      rule="A panel shows a record, a dialog asks, and a message reports the result. Escape closes."
    >
      <p class="row">
        <button type="button" onClick={() => (isOpen.value = 'panel')}>
          Panel
        </button>
        <button type="button" onClick={() => (isOpen.value = 'box')}>
          Dialog
        </button>
        <button
          type="button"
          onClick={() => toast({ text: 'Taken out', action: { label: 'Undo', act: () => undefined } })}
        >
          Message
        </button>
      </p>
      {isOpen.value && (
        <Dialog
          panel={isOpen.value === 'panel'}
          title="TRK-7HQ3M2K9XW4BC"
          closeLabel="Close"
          onClose={() => (isOpen.value = undefined)}
        >
          <dl class="facts">
            <div>
              <dt>From</dt>
              <dd>Anna Petrova</dd>
            </div>
            <div>
              <dt>To</dt>
              <dd>Giorgi Beridze</dd>
            </div>
          </dl>
        </Dialog>
      )}
    </Part>
    <Toasts />
  </main>
)
render(<Page />, document.body)
