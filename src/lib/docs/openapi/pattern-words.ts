/** Each pattern of the OpenAPI documents in words. A test checks that the list is complete. */
export const PATTERN_WORDS: Readonly<Record<string, string>> = {
  '^[A-Za-z0-9.=-]*$': 'letters, digits, dots, equals signs and hyphens',
  '^(createDate|updateDate|amount),([aA][sS][cC]|[dD][eE][sS][cC])$':
    'createDate, updateDate or amount, a comma, and asc or desc',
  '^(?:[^\\x00\uFEFF][^\\x00]*)?$':
    'any text without NUL, and without a byte order mark at its start',
  '^[^\\x00-\\x1F\\x7F-\\x9F]*$': 'any text without control characters, so one line',
  '^[0-9a-f]{64}$': '64 hexadecimal digits in lower case',
  '^evt_[0-9a-f-]{36}$': 'evt_ and a UUID',
  '^[0-9]{1,12}$': '1 to 12 digits',
  '^v1,[A-Za-z0-9+/=]{44}(?: v1,[A-Za-z0-9+/=]{44})*$':
    'v1, a comma and 44 characters of base64; several of them with spaces between',
  '^(?:[Hh][Tt][Tt][Pp][Ss]?://[^\\x00-\\x20\\x7F-\\xA0/?#\\\\][^\\x00-\\x20\\x7F-\\xA0]*)?$':
    'an http or https address without spaces, or nothing',
  '^[^\\x00-\\x1F!-,/:-@\\[-`{-\\x7F]*$': 'letters, digits, spaces, hyphens and dots',
  '^[a-zA-Z0-9_-]{1,64}$': '1 to 64 letters, digits, underscores and hyphens',
  '^[^\\x00-\\x1F!-&(-,.-@\\[-`{-\\x7F]*$': 'letters, spaces, hyphens and apostrophes',
  '^\\+[0-9]{5,30}$': 'a plus sign and 5 to 30 digits',
  '^[0-9]{6}\\*{2,9}[0-9]{4}$': '6 digits, 2 to 9 asterisks, and 4 digits',
  '^[a-z0-9_-]{1,200}$': '1 to 200 lower-case letters, digits, underscores and hyphens',
  '^[0-9]{11}$': '11 digits',
  '^[A-Z0-9]{15,36}$': '15 to 36 capital letters and digits',
  '^[ -]*[0-9](?:[ -]*[0-9]){11,18}[ -]*$': '12 to 19 digits, with spaces and hyphens between them',
  '^[0-9]{3,4}$': '3 or 4 digits',
  '^(?:0[1-9]|1[0-2])$': '01 to 12',
  '^[0-9]{2}$': '2 digits',
  '^[^\\x00-\\x1F!-&(-,/-@\\[-`{-\\x7F]+$':
    'letters, spaces, dots, hyphens and apostrophes, at least one',
  '^[1-9][0-9]*$': 'digits, the first of them not 0',
  '^[1-9][0-9]{0,4}$': '1 to 5 digits, the first of them not 0',
  '^-?[0-9]{1,4}$': '1 to 4 digits, with or without a minus sign',
};
