import { curl } from './curl.ts'
import { python } from './python.ts'
import type { SampleRequest } from './request.ts'
import { typescript } from './typescript.ts'

/** The languages of samples, by the name that readers see, with the highlighter's name. */
export const languages: Record<string, { highlight: string; sample(request: SampleRequest): string }> = {
  curl: { highlight: 'bash', sample: curl },
  TypeScript: { highlight: 'typescript', sample: typescript },
  Python: { highlight: 'python', sample: python },
}
