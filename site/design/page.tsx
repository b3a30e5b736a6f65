import { signal } from '@preact/signals'
import { render, type ComponentChildren } from 'preact'
import { Dialog } from './dialog.tsx'
import { Empty, Failure, Skeleton } from './states.tsx'
import { Tag, type Tone } from './tag.tsx'
import { toast, Toasts } from './toast.tsx'

// The design system's tokens and components, each as pages use it. Served by the local cloud alone.

const colours = [
  ...['ground', 'card', 'sunken', 'ink', 'soft', 'line', 'control', 'accent', 'accent-ground'],
  ...['waiting', 'moving', 'needs', 'done', 'wrong'].flatMap((tone) => [tone, `${tone}-ground`]),
]
const sizes = ['xs', 's', 'm', 'l', 'xl']
const tones: Record<Tone, string> = {
  ...{
    waiting: 'Nothing to do yet',
    moving: 'On its way',
    needs: 'Needs a person',
    done: 'Done',
    wrong: 'Wrong',
  },
}
const isOpen = signal<'box' | 'panel' | undefined>(undefined)

const Part = ({ title, rule, children }: { title: string; rule: string; children: ComponentChildren }) => (
  <section class="stack">
    <h2>{title}</h2>
    <p class="lead">{rule}</p>
    {children}
  </section>
)

const Page = () => (
  <main>
    <h1>Design system</h1>
    <Part
      title="Colour"
      rule="Pages use these tokens alone. Text has a contrast of 4.5:1 or more on each ground, in light and dark."
    >
      <ul class="swatches">
        {colours.map((name) => (
          <li key={name}>
            <span style={{ background: `var(--${name})` }} />
            <code>--{name}</code>
          </li>
        ))}
      </ul>
    </Part>
    <Part
      title="Type"
      rule="The system’s font, in five sizes. Codes are in a fixed width, left to right, on one line."
    >
      {sizes.map((size) => (
        <p key={size} style={{ fontSize: `var(--text-${size})` }}>
          Moscow → Tbilisi · Москва · თბილისი · موسكو <code>--text-{size}</code>
        </p>
      ))}
      <p class="code">TRK-7HQ3M2K9XW4BC</p>
    </Part>
    <Part
      title="Status"
      rule="A status has a colour, an icon and a word by its meaning, so that none is recognised by colour alone."
    >
      <p class="row">
        {Object.entries(tones).map(([tone, text]) => (
          <Tag key={tone} tone={tone as Tone}>
            {text}
          </Tag>
        ))}
      </p>
    </Part>
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
    <Part title="Fields" rule="The label is above, hint and error are below. What may stay empty says so.">
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
      rule="A panel shows a record, a dialog asks, and a message says what was done. Escape closes."
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
