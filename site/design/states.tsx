import type { ComponentChildren } from 'preact'

/** Lines in place of content that is loading. */
export const Skeleton = ({ lines = 3, label }: { lines?: number; label: string }) => (
  <div class="skeleton" role="status" aria-label={label}>
    {Array.from({ length: lines }, (_, n) => (
      <span key={n} />
    ))}
  </div>
)

/** In place of an empty list: its title, and how to fill it. */
export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <section class="empty">
    <h2>{title}</h2>
    {children}
  </section>
)

/** An error with a way on. */
export const Failure = ({
  text,
  retryLabel,
  onRetry,
}: {
  text: string
  retryLabel: string
  onRetry?: () => void
}) => (
  <div class="failure" role="alert">
    <p>{text}</p>
    {onRetry && (
      <button type="button" onClick={onRetry}>
        {retryLabel}
      </button>
    )}
  </div>
)
