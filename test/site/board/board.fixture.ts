import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { startBoard, type BoardPage } from '../../support/site/board.ts'

export let board: BoardPage
beforeAll(async () => {
  board = await startBoard()
})
afterAll(() => board[Symbol.asyncDispose]())
export const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
