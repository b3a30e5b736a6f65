import type { AcceptedForms } from './accepted-forms.ts'

/** Numbers as the JSON of a request has them, for a weight. */
export const weightForms: AcceptedForms = {
  title: 'Weights',
  text: 'A number of JSON in a field of kilograms (`weight`, `max_weight_kg`), from 0 to 100000. It is rounded to the gram, half up by its decimal digits, and stored in whole grams, so that sums are exact. What has at most three decimals comes back as it was given.',
  forms: [
    { given: '2.345', stored: '2.345' },
    { given: '1.005', stored: '1.005' },
    { given: '0', stored: '0' },
    { given: '-0', stored: '0' },
    { given: '0.001', stored: '0.001', note: 'the smallest step' },
    { given: '1e2', stored: '100', note: 'an exponent' },
    { given: '2.500', stored: '2.5' },
    { given: '0.30000000000000004', stored: '0.3', note: 'the sum of 0.1 and 0.2 in binary fractions' },
    { given: '2.5004', stored: '2.5', note: 'rounded to the gram' },
    { given: '1.0005', stored: '1.001', note: 'half up' },
    { given: '0.0004', stored: '0', note: 'less than half a gram' },
    { given: '1e-7', stored: '0' },
    { given: '99999.999', stored: '99999.999' },
    { given: '100000', stored: '100000', note: 'the maximum' },
    { given: '100000.001', refused: 'At most 100000' },
    { given: '1e21', refused: 'At most 100000' },
    { given: '-0.001', refused: 'At least 0' },
    { given: '1e999', refused: 'Must be a finite number', note: 'beyond the numbers of JSON programs' },
    { given: '"2.5"', refused: 'Must be a number', note: 'a text' },
    { given: '"NaN"', refused: 'Must be a number' },
    { given: '"Infinity"', refused: 'Must be a number' },
  ],
}

/** Numbers as the JSON of a request has them, for an amount. */
export const amountForms: AcceptedForms = {
  title: 'Amounts',
  text: 'A number of JSON in a field of the company’s currency (`price`), from 0 to 1000000000. It is rounded to two decimals, half up by its decimal digits, and stored in whole minor units.',
  forms: [
    { given: '49.9', stored: '49.9' },
    { given: '4.35', stored: '4.35', note: 'whose hundredfold is 434.99999999999994 in binary fractions' },
    { given: '0.01', stored: '0.01', note: 'the smallest step' },
    { given: '0', stored: '0' },
    { given: '-0', stored: '0' },
    { given: '1e2', stored: '100', note: 'an exponent' },
    { given: '49.999', stored: '50', note: 'rounded to two decimals' },
    { given: '1.005', stored: '1.01', note: 'half up' },
    { given: '0.004', stored: '0' },
    { given: '999999999.99', stored: '999999999.99' },
    { given: '1000000000', stored: '1000000000', note: 'the maximum' },
    { given: '1000000000.01', refused: 'At most 1000000000' },
    { given: '1e21', refused: 'At most 1000000000' },
    { given: '-0.01', refused: 'At least 0' },
    { given: '"49.90"', refused: 'Must be a number', note: 'a text' },
  ],
}
