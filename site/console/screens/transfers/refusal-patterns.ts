/** The texts of the API about imported tables, with the names of those for staff. */
export const tableRefusals = [
  // Rows of an imported table.
  [/^The row has (?<cells>\d+) cells?, and the header (?<columns>\d+): quote/, 'moreCells'],
  [/^The row has (?<cells>\d+) cells?, and the header (?<columns>\d+): fields/, 'fewerCells'],
  [/^Cell (?<cell>\d+) has a value, and its column no name/, 'namelessColumn'],
  [/^Cell (?<cell>\d+) has text after its closing quote/, 'afterQuote'],
  [/^(?<value>.+) may be a fraction or thousands/s, 'ambiguousNumber'],
  [/^(?<value>.+) has lost digits in a spreadsheet/s, 'lostDigits'],
  [/^(?<value>.+) is what a spreadsheet writes in place of/s, 'failedCell'],
  [/^Letters were lost when the file was saved/, 'lostLetters'],
  // Of a field, which a form checks in words of its own.
  [/^Field required/, 'required'],
  [/^Must not be empty/, 'required'],
  [/^Must be a (finite )?number/, 'number'],
  [/^One of (?<values>.+)/s, 'oneOf'],
  [/^At most (?<max>[\d.]+) characters/, 'tooLong'],
  [/^At most (?<max>[\d.]+)$/, 'atMost'],
  [/^At least (?<min>[\d.]+)$/, 'atLeast'],
  // Its columns, and the file.
  [/^The columns (?<first>.+) and (?<second>.+) are both (?<field>.+); rename/s, 'oneField'],
  [/^The columns (?<first>\d+), .+ and (?<second>\d+), .+ have one name/s, 'oneName'],
  [/^The file is damaged, or not in (?<encoding>\S+): line (?<line>\d+)/, 'damagedFile'],
  [/^The file has more than (?<rows>\d+) rows/, 'manyRows'],
  [/^The file is not CSV(?: at line (?<line>\d+))?/, 'notCsv'],
  [/^The file is empty: it needs a header/, 'emptyFile'],
  [/^The first line names the delimiter (?<delimiter>.)/u, 'delimiter'],
  [/^The file begins with the mark of (?<encoding>\S+), and/, 'markedFile'],
  [/^The encoding of the file is not certain/, 'uncertainEncoding'],
  [/^The file is a workbook/, 'workbook'],
  [/^The file is in (?<encoding>\S+); save/, 'otherEncoding'],
  [/^The file has zero bytes/, 'zeroBytes'],
] as const satisfies readonly (readonly [pattern: RegExp, name: string])[]
