import { expect, test } from 'vitest'
import { checkRelease } from '../../bin/release.ts'
import packageJson from '../../package.json' with { type: 'json' }

const { version } = packageJson

const dated = `# Changelog\n\n## ${version} – 2026-11-24\n`

test('a commit is released with all its changes, and with a dated section in the changelog', () => {
  expect(() => checkRelease('', dated)).not.toThrow()
  expect(() => checkRelease(' M README.md', dated)).toThrow('Commit these changes first:\n M README.md')
  expect(() => checkRelease('', dated.replace('2026-11-24', 'unreleased'))).toThrow(
    `CHANGELOG.md has no section “## ${version} – <date>” (found: ## ${version} – unreleased)`,
  )
  expect(() => checkRelease('', '## 0.9.0 – 2026-11-24')).toThrow('(found: none)')
})
