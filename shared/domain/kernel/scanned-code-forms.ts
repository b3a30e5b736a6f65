import type { AcceptedForms } from './accepted-forms.ts'

const stored = 'PKG-7K2M9QX4TB'
const label = '{"t":"pkg","i":"018f3b7e-7c1a-7d3e-9b2f-5a6c8d9e0f12","c":"0a9f","v":1}'

export const scannedCodeForms: AcceptedForms = {
  title: 'Scanned codes',
  text: '`scannedTextOf` reads the code of a package, and the content of a label’s QR code, wherever a code is scanned or typed: scan events and batches, packing, finds, unloadings, hand-overs, cases, `qr_data` as text, `package_code`, paths, and the pages. A label’s signature is over the text in lower case, so the case of its UUID and of its hexadecimal digits does not matter (RFC 9562, section 4). A frame are control characters and spaces around the data, and AIM identifiers (ISO/IEC 15424) before it. Layouts are undone only where one meaning is left.',
  forms: [
    { given: 'PKG-7K2M9QX4TB', stored, note: 'as it is shown' },
    { given: 'pkg_7k2m9qx4tb', stored, note: 'with an underscore, in small letters' },
    { given: 'PKG7K2M9QX4TB', stored, note: 'without the hyphen' },
    { given: '7K2M9 QX4TB', stored, note: 'without `PKG-`, in groups' },
    { given: 'PKG-7K2M9QX4TB\r\n', stored, note: 'with the line end of a scanner' },
    { given: '\u0002PKG-7K2M9QX4TB\u0003', stored, note: 'between STX and ETX' },
    { given: ']C0PKG-7K2M9QX4TB\t', stored, note: 'Code 128, with a tab' },
    { given: ']C1\u001DPKG-7K2M9QX4TB\u001E\u0004', stored, note: 'with GS, RS and EOT' },
    { given: ']d2PKG-7K2M9QX4TB', stored, note: 'Data Matrix' },
    { given: ']e0PKG-7K2M9QX4TB', stored, note: 'GS1 DataBar' },
    { given: '␝PKG-7K2M9QX4TB␍', stored, note: 'with pictures of control characters' },
    { given: '\uFEFFPKG\u00A07K2M9\u200BQX4TB', stored, note: 'with characters that cannot be seen' },
    { given: 'ＰＫＧ－７Ｋ２Ｍ９ＱＸ４ＴＢ', stored, note: 'in full width' },
    { given: 'PKG-٧K٢M٩QX٤TB', stored, note: 'with Arabic digits' },
    { given: 'PKG-OKIM9QX4LB', stored: 'PKG-0K1M9QX41B', note: 'Crockford’s base 32: O is 0, I and L are 1' },
    { given: 'РКG-7К2М9QХ4ТВ', stored, note: 'with Cyrillic letters that look like Latin ones' },
    { given: 'ЗЛП-7Л2Ь9ЙЧ4ЕИ', stored, note: 'typed in a Russian keyboard layout' },
    { given: 'ъС1злп-7л2ь9йч4еи', stored, note: 'the same with `]C1`, in small letters' },
    { given: 'პკგ-7კ2მ9ქხ4ტბ', stored, note: 'typed in a Georgian keyboard layout' },
    { given: 'PKG-7K2M9QX4თB', stored, note: 'the same in capitals, where Shift gives one Georgian letter' },
    { given: label, stored: label, note: 'the content of a QR code (signature shortened)' },
    { given: `]Q3${label}\r`, stored: label, note: 'with an AIM identifier' },
    { given: label.toUpperCase(), stored: label, note: 'typed with Caps Lock' },
    {
      given: 'ХЭеЭЖЭзлпЭбЭшЭЖЭ018а3и7у-7с1ф-7в3у-9и2а-5ф6с8в9у0а12ЭбЭсЭЖЭ0ф9аЭбЭмЭЖ1Ъ',
      stored: label,
      note: 'typed in a Russian keyboard layout',
    },
    { given: '0555123456', refused: 'ten digits without `PKG-` are an airline’s tag' },
    { given: 'КМ00000000', refused: 'look-alikes (KM) and a Russian layout (RV) give different codes' },
    { given: 'PKG-7K2M9QX4T', refused: 'nine characters' },
    { given: 'PKG-7K2M9QX4TB PKG-0000000000', refused: 'two codes' },
    { given: 'PKG-7K2M9QX4TU', refused: 'U is no character of such codes' },
    { given: '{"t":"pkg"', refused: 'a part of a label’s content' },
    { given: ']Q1', refused: 'nothing but a frame' },
  ],
}
