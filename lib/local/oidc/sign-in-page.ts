import type { IncomingMessage } from 'node:http'

/** The submitted form. */
export interface SignInForm {
  email: string
  name: string
  cancel?: string
}

/** Far above the size of the form. */
const maxCharacters = 4096

export async function readForm(request: IncomingMessage): Promise<SignInForm> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk
    if (text.length > maxCharacters) throw new Error('the form is too long')
  }
  const fields = Object.fromEntries(new URLSearchParams(text))
  return { email: '', name: '', ...fields }
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The sign-in page; plain HTML, responsive. */
export const signInPage = ({ email, name, error }: SignInForm & { error?: string }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in · Local identity provider</title>
<link rel="icon" href="data:,">
<style>
  * { box-sizing: border-box }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem;
    font: 1rem/1.5 system-ui, sans-serif; color: #1c2733; background: #eef2f6 }
  main { width: 100%; max-width: 26rem; padding: 2rem; background: #fff; border-radius: 12px;
    box-shadow: 0 1px 3px #1c273326, 0 8px 24px #1c273314 }
  h1 { margin: 0; font-size: 1.5rem; line-height: 1.25 }
  p { margin: .5rem 0 1.5rem; color: #51606f }
  label { display: block; margin: 1rem 0 .25rem; font-weight: 600 }
  label span { font-weight: 400; color: #51606f }
  input { width: 100%; padding: .65rem .75rem; font: inherit; color: inherit; background: #fff;
    border: 1px solid #8a99a8; border-radius: 8px }
  input:focus, button:focus-visible { outline: 3px solid #9cc3ff; outline-offset: 1px; border-color: #1f5fbf }
  .wrong { margin: .25rem 0 0; color: #b3261e }
  button { width: 100%; margin-top: 1.5rem; padding: .75rem; font: inherit; font-weight: 600; color: #fff;
    background: #1f5fbf; border: 1px solid #1f5fbf; border-radius: 8px; cursor: pointer }
  button:hover { background: #194f9f }
  button.plain { margin-top: .5rem; color: #1f5fbf; background: none; border-color: transparent }
  button.plain:hover { background: #eef2f6 }
</style>
</head>
<body>
<main>
  <h1>Sign in</h1>
  <p>This local identity provider is for development. It accepts any e-mail address.</p>
  <form method="post">
    <label for="email">E-mail</label>
    <input id="email" name="email" type="email" required autofocus autocomplete="email"
      placeholder="anna@example.com" value="${escaped(email)}"${error ? ' aria-invalid="true" aria-describedby="wrong"' : ''}>
    ${error ? `<p class="wrong" id="wrong">${escaped(error)}</p>` : ''}
    <label for="name">Name <span>(optional)</span></label>
    <input id="name" name="name" autocomplete="name" placeholder="Anna Petrova" value="${escaped(name)}">
    <button>Sign in</button>
    <button class="plain" name="cancel" value="1" formnovalidate>Cancel</button>
  </form>
</main>
</body>
</html>
`
