import type { AcceptedForms } from '../kernel/accepted-forms.ts'

/** Cells of a CSV file, below the name of a field that is a text. */
export const cellForms: AcceptedForms = {
  title: 'Cells of imported tables',
  text: 'A cell of a CSV file (RFC 4180) whose column is a text. A refused cell is an error of its row, in `errors.csv`, and nothing of the row is stored.',
  forms: [
    { given: 'Anna Orlova', stored: 'Anna Orlova' },
    { given: '  Anna Orlova\u00A0', stored: 'Anna Orlova', note: 'spaces around a value are no part of it' },
    { given: '00123', stored: '00123', note: 'leading zeros stay' },
    { given: '+79161234567', stored: '+79161234567' },
    {
      given: "'+79161234567",
      stored: '+79161234567',
      note: 'exports write an apostrophe before what a spreadsheet would execute',
    },
    { given: '="+79161234567"', stored: '+79161234567', note: 'a formula that is only a quoted text' },
    { given: '="00123"', stored: '00123' },
    { given: '=1+2', stored: '=1+2', note: 'other formulas are texts' },
    { given: '5" box', stored: '5" box', note: 'a quote within an unquoted value is a quote' },
    { given: '"5"" box"', stored: '5" box' },
    { given: '"Anna; Orlova"', stored: 'Anna; Orlova' },
    { given: '"Rustaveli 1\r\nTbilisi"', stored: 'Rustaveli 1\r\nTbilisi', note: 'a line break within quotes' },
    { given: '25.01.2026', stored: '25.01.2026', note: 'a text is stored as it is written' },
    {
      given: '"Anna" Orlova',
      refused: 'Cell 1 has text after its closing quote: write a quote within a quoted value twice',
    },
    {
      given: '7,91612E+10',
      refused:
        '7,91612E+10 has lost digits in a spreadsheet: format the column as text, and enter the value again',
    },
    {
      given: '7.91612E+10',
      refused:
        '7.91612E+10 has lost digits in a spreadsheet: format the column as text, and enter the value again',
    },
    { given: '#N/A', refused: '#N/A is what a spreadsheet writes in place of a value: enter the value' },
    { given: '#ИМЯ?', refused: '#ИМЯ? is what a spreadsheet writes in place of a value: enter the value' },
    { given: '#####', refused: '##### is what a spreadsheet writes in place of a value: enter the value' },
    {
      given: '???? ??????',
      refused: 'Letters were lost when the file was saved: save it as UTF-8, and enter the value again',
    },
    {
      given: 'Ann\uFFFD',
      refused: 'Letters were lost when the file was saved: save it as UTF-8, and enter the value again',
      note: 'U+FFFD, which stands for a letter that a program could not read',
    },
  ],
}

/** Rows below the header `recipient_name;weight;description`, of which only the last may be missing. */
export const rowForms: AcceptedForms = {
  title: 'Rows of imported tables',
  text: 'A row below the header `recipient_name;weight;description`, of which `description` is optional. What is stored is shown in braces. Rows without any text are skipped, and do not count.',
  forms: [
    { given: 'Nino;2,5;Books', stored: '{"recipient_name":"Nino","weight":2.5,"description":"Books"}' },
    { given: 'Nino;2,5;', stored: '{"recipient_name":"Nino","weight":2.5}' },
    {
      given: 'Nino;2,5',
      stored: '{"recipient_name":"Nino","weight":2.5}',
      note: 'cells that are missing at the end are empty',
    },
    {
      given: 'Nino',
      refused: 'The row has 1 cell, and the header 3: fields that are required are missing',
    },
    {
      given: 'Orlova; Anna;2,5;Books',
      refused:
        'The row has 4 cells, and the header 3: quote a value that contains the delimiter, and remove cells beyond the header',
    },
    {
      given: 'Nino;2,5;Books;',
      refused:
        'The row has 4 cells, and the header 3: quote a value that contains the delimiter, and remove cells beyond the header',
      note: 'also if they are empty: a value that an unquoted delimiter has divided may have shifted those before',
    },
  ],
}

/** Cells whose column is a number, in a table of which nothing else is known. */
export const numberForms: AcceptedForms = {
  title: 'Numbers of imported tables',
  text: 'A cell whose column is a number. A single mark before exactly three digits is a fraction if the other numbers of the table show that mark before their fractions, or if there are none, and the mark is a comma and the delimiter a semicolon, or the mark is a point and the delimiter a comma. Otherwise the row is an error.',
  forms: [
    { given: '2.5', stored: '2.5' },
    { given: '2,5', stored: '2.5' },
    { given: '0,345', stored: '0.345' },
    { given: '1 234,5', stored: '1234.5' },
    { given: '1\u00A0234,5', stored: '1234.5', note: 'spaces that do not break, as spreadsheets write them' },
    { given: '1,234.50', stored: '1234.5' },
    { given: '1.234,50', stored: '1234.5' },
    { given: '1’234', stored: '1234' },
    { given: '1,234,567', stored: '1234567' },
    {
      given: '1,234',
      refused: '1,234 may be a fraction or thousands: write it without thousands, as 1234 or 1.2340',
    },
    {
      given: '1.234',
      refused: '1.234 may be a fraction or thousands: write it without thousands, as 1234 or 1.2340',
    },
    { given: '1 23', refused: 'Must be a number' },
    { given: '2.5 kg', refused: 'Must be a number' },
    { given: '1,2,3', refused: 'Must be a number' },
  ],
}
