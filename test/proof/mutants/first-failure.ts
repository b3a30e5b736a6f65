import fc from 'fast-check'

// Any counterexample shows that a bug is found; the shortest one takes up to a minute more.
fc.configureGlobal({ endOnFailure: true })
