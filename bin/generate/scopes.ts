import { writeFileSync } from 'node:fs'
import { routes } from '../../functions/index.ts'
import { scopesOf } from '../../shared/http/routing/scope.ts'

export const scopesFile = 'shared/domain/api-keys/scopes.json'

/** The scopes of API keys, which follow from the routes: a function knows its own routes only. */
export const scopesText = () => JSON.stringify(scopesOf(routes))

// Before the other files are generated: the schemas of the routes contain the scopes.
if (import.meta.main) writeFileSync(new URL(`../../${scopesFile}`, import.meta.url), scopesText())
