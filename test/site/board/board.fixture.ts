import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { startBoard, type BoardPage } from '../../support/site/board.ts'

export let board: BoardPage
export const awaitText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

/** Registers the hooks for a test file. A function, because test files may share loaded modules. */
export function setUp(): void {
  beforeAll(async () => {
    board = await startBoard()
  })
  afterAll(() => board[Symbol.asyncDispose]())
}
