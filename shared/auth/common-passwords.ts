/** Passwords that guessing tools try first, in lower case; refused where the stage says so. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
00000000 01234567 0123456789 0987654321 11111111 1111111111 11223344 12121212 123123123 123321123
12341234 12344321 12345678 123456789 1234567890 123456789a 123456abc 1234qwer 147258369 159357456
1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 22222222 33333333 44444444 55555555 66666666 741852963
77777777 789456123 87654321 88888888 987654321 99999999 a12345678 a123456789 a1b2c3d4 aa123456 abc12345
abcabc123 abcd1234 abcdefg1 abcdefgh abcdefghi access14 admin123 admin1234 administrator alexander
alexandra angel123 arsenal1 asdf1234 asdfasdf asdfgh123 asdfghjk asdfghjkl ashley123 august123 autumn123
babygirl babygirl1 barcelona baseball basketball batman123 benjamin blink182 butterfly changeme changeme1
charlie1 chelsea1 chocolate computer corvette courier1 courier123 daniel123 december default1 dragon123
elephant facebook facebook1 family123 football freedom1 friends1 google123 guest123 harley123 hello123
hello1234 helloworld hockey123 hunter123 iloveu123 iloveyou iloveyou1 internet january1 jennifer jessica1
jordan23 killer123 letmein1 letmein123 liverpool logistics lovelove loveyou1 manchester master123
maverick mercedes metallica michael1 michelle midnight minecraft mnbvcxz1 monday123 monkey123 mountain
nicholas nirvana1 november october1 p@ssw0rd p@ssword parcel123 pass1234 passpass passw0rd password
password! password1 password12 password123 password2 poiuytrewq pokemon1 porsche1 princess q1w2e3r4
q1w2e3r4t5 qazwsxedc qwer1234 qwerty12 qwerty123 qwerty1234 qwertyqwerty qwertyui qwertyuiop root1234
samantha samsung1 samsung123 secret123 september shadow123 shipping1 slipknot1 soccer123 spring123
starwars summer123 sunshine superman temp1234 test1234 test12345 testtest toor1234 trustno1 user1234
victoria welcome1 welcome123 whatever winter123 zaq12wsx zxcv1234 zxcvbnm, zxcvbnm1 zxcvbnm123
`
    .trim()
    .split(/\s+/),
)
