/**
 * Cities that couriers fly between: names, the one to show first, then IATA airport codes, the main one first. A line
 * a city, so that one is added by adding a line.
 */
export const cities = `
Aberdeen: ABZ
Abidjan: ABJ
Abu Dhabi, Абу-Даби: AUH
Abuja: ABV
Accra: ACC
Adana: ADA
Addis Ababa: ADD
Adelaide: ADL
Sochi, Adler, Сочи: AER
Agadir: AGA
Ahmedabad: AMD
Aktau, Актау: SCO
Aktobe, Актобе: AKX
Alexandria: HBE
Algiers, Alger: ALG
Alicante: ALC
Almaty, Алматы, Алма-Ата: ALA
Amman: AMM
Amsterdam, Амстердам: AMS
Ankara, Анкара: ESB
Antalya, Анталья: AYT
Antananarivo: TNR
Antwerp, Antwerpen: ANR
Arkhangelsk, Архангельск: ARH
Ashgabat, Ашхабад: ASB
Asmara: ASM
Astana, Nur-Sultan, Астана: NQZ
Astrakhan, Астрахань: ASF
Asuncion, Asunción: ASU
Athens, Athina, Афины: ATH
Atlanta: ATL
Atyrau, Атырау: GUW
Auckland: AKL
Austin: AUS
Baghdad: BGW
Bahrain, Manama: BAH
Baku, Bakı, Баку: GYD
Bamako: BKO
Bangalore, Bengaluru: BLR
Bangkok, Бангкок: BKK DMK
Barcelona, Барселона: BCN
Barnaul, Барнаул: BAX
Basel, Mulhouse: BSL MLH
Basra: BSR
Batumi, Батуми, ბათუმი: BUS
Beijing, Peking, Пекин: PEK PKX
Beirut: BEY
Belfast: BFS BHD
Belgrade, Beograd, Белград: BEG
Bergen: BGO
Berlin, Берлин: BER
Bilbao: BIO
Birmingham: BHX
Bishkek, Бишкек: FRU
Bogota, Bogotá: BOG
Bologna: BLQ
Bordeaux: BOD
Boston: BOS
Bratislava: BTS
Bremen: BRE
Brisbane: BNE
Bristol: BRS
Brussels, Bruxelles, Brussel, Брюссель: BRU CRL
Bucharest, București, Бухарест: OTP BBU
Budapest, Будапешт: BUD
Buenos Aires: EZE AEP
Bukhara, Бухара: BHK
Burgas: BOJ
Bursa: YEI
Cairo, Каир: CAI
Calgary: YYC
Canberra: CBR
Cancun, Cancún: CUN
Cape Town: CPT
Caracas: CCS
Cardiff: CWL
Casablanca: CMN
Catania: CTA
Cebu: CEB
Charlotte: CLT
Chelyabinsk, Челябинск: CEK
Chengdu: TFU CTU
Chennai, Madras: MAA
Chicago: ORD MDW
Chisinau, Chișinău, Кишинёв: RMO
Chongqing: CKG
Cologne, Köln, Bonn: CGN
Colombo: CMB
Conakry: CKY
Copenhagen, København, Копенгаген: CPH
Cork: ORK
Cotonou: COO
Dakar: DSS
Dalaman: DLM
Dallas: DFW DAL
Damascus: DAM
Dammam: DMM
Dar es Salaam: DAR
Debrecen: DEB
Delhi, New Delhi, Дели: DEL
Denpasar, Bali, Бали: DPS
Denver: DEN
Detroit: DTW
Dhaka: DAC
Djibouti: JIB
Doha, Доха: DOH
Dortmund: DTM
Douala: DLA
Dresden: DRS
Dubai, Дубай: DXB DWC
Dublin, Дублин: DUB
Dubrovnik: DBV
Durban: DUR
Dushanbe, Душанбе: DYU
Düsseldorf, Duesseldorf, Дюссельдорф: DUS
Edinburgh: EDI
Edmonton: YEG
Eindhoven: EIN
Entebbe, Kampala: EBB
Erbil: EBL
Faro: FAO
Fergana, Фергана: FEG
Florence, Firenze: FLR
Frankfurt, Frankfurt am Main, Франкфурт: FRA HHN
Fukuoka: FUK
Ganja, Gəncə, Гянджа: GNJ
Gaziantep: GZT
Gdansk, Gdańsk, Гданьск: GDN
Geneva, Genève, Женева: GVA
Genoa, Genova: GOA
Glasgow: GLA
Goa: GOI GOX
Gothenburg, Göteborg: GOT
Graz: GRZ
Guadalajara: GDL
Guangzhou, Гуанчжоу: CAN
Guatemala City: GUA
Guayaquil: GYE
Gyumri, Гюмри: LWN
Haifa: HFA
Hamburg, Гамбург: HAM
Hangzhou: HGH
Hannover, Hanover: HAJ
Hanoi, Ханой: HAN
Harare: HRE
Harbin: HRB
Havana, La Habana: HAV
Helsinki, Хельсинки: HEL
Heraklion: HER
Ho Chi Minh City, Saigon, Хошимин: SGN
Hong Kong, Гонконг: HKG
Honolulu: HNL
Houston: IAH HOU
Hyderabad: HYD
Incheon, Seoul, Сеул: ICN GMP
Innsbruck: INN
Irkutsk, Иркутск: IKT
Isfahan: IFN
Islamabad: ISB
Istanbul, İstanbul, Стамбул: IST SAW
Izhevsk, Ижевск: IJK
Izmir, İzmir, Измир: ADB
Jakarta: CGK HLP
Jeddah, Джидда: JED
Johannesburg: JNB
Kabul: KBL
Kaliningrad, Калининград: KGD
Kano: KAN
Karachi: KHI
Karaganda, Караганда: KGF
Kathmandu: KTM
Katowice: KTW
Kaunas: KUN
Kayseri: ASR
Kazan, Казань: KZN
Khabarovsk, Хабаровск: KHV
Kharkiv, Харьков: HRK
Khartoum: KRT
Khujand, Худжанд: LBD
Kigali: KGL
Kingston: KIN
Kinshasa: FIH
Kolkata, Calcutta: CCU
Konya: KYA
Kosice, Košice: KSC
Kostanay, Костанай: KSN
Krakow, Kraków, Cracow, Краков: KRK
Krasnodar, Краснодар: KRR
Krasnoyarsk, Красноярск: KJA
Kuala Lumpur, Куала-Лумпур: KUL
Kutaisi, Кутаиси, ქუთაისი: KUT
Kuwait City, Kuwait, Эль-Кувейт: KWI
Kyiv, Kiev, Київ, Киев: KBP IEV
La Paz: LPB
Lagos: LOS
Lahore: LHE
Larnaca, Ларнака: LCA
Las Vegas: LAS
Leeds: LBA
Leipzig: LEJ
Libreville: LBV
Liege, Liège: LGG
Lille: LIL
Lima: LIM
Limassol, Paphos: PFO
Linz: LNZ
Lisbon, Lisboa, Лиссабон: LIS
Liverpool: LPL
Ljubljana, Любляна: LJU
Lodz, Łódź: LCJ
Lome, Lomé: LFW
London, Лондон: LHR LGW STN LTN LCY
Los Angeles, Лос-Анджелес: LAX
Luanda: NBJ LAD
Lublin: LUZ
Lusaka: LUN
Luxembourg: LUX
Lviv, Львів, Львов: LWO
Lyon, Lyons: LYS
Maastricht: MST
Madrid, Мадрид: MAD
Makhachkala, Махачкала: MCX
Malaga, Málaga: AGP
Male, Malé: MLE
Malmo, Malmö: MMX
Malta, Valletta: MLA
Managua: MGA
Manchester: MAN
Manila, Манила: MNL
Maputo: MPM
Marrakesh, Marrakech: RAK
Marseille: MRS
Mashhad: MHD
Mauritius, Port Louis: MRU
Medina, Madinah: MED
Melbourne: MEL
Memphis: MEM
Mexico City, Ciudad de México: MEX NLU
Miami, Майами: MIA
Milan, Milano, Милан: MXP LIN BGY
Mineralnye Vody, Минеральные Воды: MRV
Minneapolis: MSP
Minsk, Мінск, Минск: MSQ
Mombasa: MBA
Monterrey: MTY
Montevideo: MVD
Montreal, Montréal: YUL
Moscow, Moskva, Москва: SVO DME VKO ZIA
Mosul: OSM
Mumbai, Bombay, Мумбаи: BOM
Munich, München, Muenchen, Мюнхен: MUC
Murmansk, Мурманск: MMK
Muscat: MCT
Mykolaiv: NLV
Nagoya: NGO
Nairobi: NBO
Nakhchivan, Naxçıvan, Нахичевань: NAJ
Namangan, Наманган: NMA
Nanjing: NKG
Nantes: NTE
Naples, Napoli: NAP
Nashville: BNA
New Orleans: MSY
New York, NYC, Нью-Йорк: JFK EWR LGA
Newcastle: NCL
Nice: NCE
Nicosia, Ercan: ECN
Nis, Niš: INI
Nizhny Novgorod, Нижний Новгород: GOJ
Nottingham: EMA
Nouakchott: NKC
Novosibirsk, Новосибирск: OVB
Nukus, Нукус: NCU
Nuremberg, Nürnberg: NUE
Odesa, Odessa, Одеса, Одесса: ODS
Omsk, Омск: OMS
Oran: ORN
Orenburg, Оренбург: REN
Orlando: MCO
Osaka, Осака: KIX ITM
Osh, Ош: OSS
Oslo, Осло: OSL
Ostrava: OSR
Ottawa: YOW
Ouagadougou: OUA
Palermo: PMO
Palma, Palma de Mallorca, Mallorca: PMI
Panama City: PTY
Paris, Париж: CDG ORY BVA
Pavlodar, Павлодар: PWQ
Perm, Пермь: PEE
Perth: PER
Petropavlovsk-Kamchatsky, Петропавловск-Камчатский: PKC
Philadelphia: PHL
Phnom Penh: PNH KTI
Phoenix: PHX
Phuket, Пхукет: HKT
Pisa: PSA
Plovdiv: PDV
Podgorica, Подгорица: TGD
Porto, Oporto: OPO
Port Harcourt: PHC
Portland: PDX
Poznan, Poznań: POZ
Prague, Praha, Прага: PRG
Pristina, Prishtina: PRN
Pune: PNQ
Punta Cana: PUJ
Qingdao: TAO
Quebec: YQB
Quito: UIO
Rabat: RBA
Ras Al Khaimah: RKT
Recife: REC
Reykjavik, Reykjavík: KEF
Rhodes: RHO
Riga, Rīga, Рига: RIX
Rimini: RMI
Rio de Janeiro: GIG SDU
Riyadh, Эр-Рияд: RUH
Rome, Roma, Рим: FCO CIA
Rostov-on-Don, Ростов-на-Дону: ROV
Rotterdam: RTM
Rzeszow, Rzeszów: RZE
Saint Petersburg, St Petersburg, Санкт-Петербург: LED
Salt Lake City: SLC
Salvador: SSA
Salzburg: SZG
Samara, Самара: KUF
Samarkand, Самарканд: SKD
Samsun: SZF
San Antonio: SAT
San Diego: SAN
San Francisco: SFO
San Jose, San José: SJO
San Juan: SJU
San Salvador: SAL
Sanaa: SAH
Santiago, Santiago de Chile: SCL
Santo Domingo: SDQ
Sao Paulo, São Paulo: GRU CGH VCP
Sapporo: CTS
Sarajevo, Сараево: SJJ
Saratov, Саратов: GSV
Seattle: SEA
Semey, Семей: PLX
Seville, Sevilla: SVQ
Shanghai, Шанхай: PVG SHA
Sharjah, Шарджа: SHJ
Sharm El Sheikh: SSH
Shenyang: SHE
Shenzhen, Шэньчжэнь: SZX
Shiraz: SYZ
Shymkent, Шымкент: CIT
Simferopol, Симферополь: SIP
Singapore, Сингапур: SIN
Skopje, Скопье: SKP
Sofia, София: SOF
Split: SPU
Stavropol, Ставрополь: STW
Stockholm, Стокгольм: ARN BMA
Strasbourg: SXB
Stuttgart, Штутгарт: STR
Sulaymaniyah: ISU
Surabaya: SUB
Surgut, Сургут: SGC
Suva, Nadi: NAN SUV
Sydney: SYD
Tabriz: TBZ
Taipei, Тайбэй: TPE TSA
Tallinn, Таллин: TLL
Tampa: TPA
Tampere: TMP
Tashkent, Toshkent, Ташкент: TAS
Tbilisi, Тбилиси, თბილისი: TBS
Tehran, Tegeran, Тегеран: IKA THR
Tel Aviv, Тель-Авив: TLV
Tenerife: TFS TFN
Termez, Термез: TMJ
Thessaloniki, Салоники: SKG
Tianjin: TSN
Tirana, Tiranë, Тирана: TIA
Tivat, Тиват: TIV
Tokyo, Токио: HND NRT
Tomsk, Томск: TOF
Toronto: YYZ YTZ
Toulouse: TLS
Trabzon, Трабзон: TZX
Trieste: TRS
Tripoli: MJI TIP
Tunis: TUN
Turin, Torino: TRN
Turkistan, Туркестан: HSA
Turku: TKU
Tyumen, Тюмень: TJM
Ufa, Уфа: UFA
Ulaanbaatar, Ulan Bator, Улан-Батор: UBN
Ulan-Ude, Улан-Удэ: UUD
Uralsk, Oral, Уральск: URA
Urgench, Ургенч: UGC
Urumqi, Урумчи: URC
Ust-Kamenogorsk, Oskemen, Усть-Каменогорск: UKK
Valencia: VLC
Vancouver: YVR
Varna, Варна: VAR
Venice, Venezia, Венеция: VCE TSF
Verona: VRN
Vienna, Wien, Вена: VIE
Vientiane: VTE
Vilnius, Вильнюс: VNO
Vladikavkaz, Владикавказ: OGZ
Vladivostok, Владивосток: VVO
Volgograd, Волгоград: VOG
Voronezh, Воронеж: VOZ
Warsaw, Warszawa, Варшава: WAW WMI
Washington: IAD DCA
Wellington: WLG
Windhoek: WDH
Winnipeg: YWG
Wroclaw, Wrocław, Вроцлав: WRO
Wuhan: WUH
Xi’an, Xian: XIY
Xiamen: XMN
Yakutsk, Якутск: YKS
Yangon: RGN
Yaounde, Yaoundé: NSI
Yekaterinburg, Ekaterinburg, Екатеринбург: SVX
Yerevan, Ереван, Երևան: EVN
Yiwu: YIW
Yuzhno-Sakhalinsk, Южно-Сахалинск: UUS
Zagreb, Загреб: ZAG
Zanzibar: ZNZ
Zaragoza: ZAZ
Zhengzhou: CGO
Zhezkazgan, Жезказган: DZN
Zurich, Zürich, Цюрих: ZRH
`
