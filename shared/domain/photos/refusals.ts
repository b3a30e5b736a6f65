import { refusals } from '../../core/errors.ts'

/** Refusals about photos. */
export const refused = refusals({
  package_has_most_photos: ['conflict', 'A package has at most {max} photos'],
  package_has_most_uploads: [
    'conflict',
    'This package has too many pending uploads; use those, or try again in an hour',
  ],
  file_not_image: ['unsupported_media_type', 'The file is not {types}'],
  file_of_other_type: ['unsupported_media_type', 'The file is declared as {declared}, but is {type}'],
})
