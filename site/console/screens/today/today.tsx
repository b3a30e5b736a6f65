import { titles } from '../../words/screens.ts'

/** What needs a manager today. */
export default function Today() {
  return (
    <div class="head">
      <h1>{titles.today}</h1>
    </div>
  )
}
