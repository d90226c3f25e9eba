import { language, type Language } from './language';

// ISO 3166-1: alpha-3 and alpha-2 codes of each country, joined.
const CODES =
  'ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT AZEAZ BDIBI BELBE BENBJ ' +
  'BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO BRABR BRBBB BRNBN BTNBT BVTBV BWABW CAFCF CANCA ' +
  'CCKCC CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG COKCK COLCO COMKM CPVCV CRICR CUBCU CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE ' +
  'DJIDJ DMADM DNKDK DOMDO DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB ' +
  'GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY HKGHK HMDHM HNDHN HRVHR ' +
  'HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR IRQIQ ISLIS ISRIL ITAIT JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH ' +
  'KIRKI KNAKN KORKR KWTKW LAOLA LBNLB LBRLR LBYLY LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD ' +
  'MDGMG MDVMV MEXMX MHLMH MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA ' +
  'NCLNC NERNE NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL ' +
  'PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU RWARW SAUSA SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ SLBSB SLESL ' +
  'SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC TCDTD TGOTG THATH TJKTJ ' +
  'TKLTK TKMTM TLSTL TONTO TTOTT TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY USAUS UZBUZ VATVA VCTVC VENVE VGBVG ' +
  'VIRVI VNMVN VUTVU WLFWF WSMWS YEMYE ZAFZA ZMBZM ZWEZW';

export interface Country {
  /** ISO alpha-3. */
  code: string;
  name: string;
}

const known = new Map<Language, ReadonlyMap<string, string>>();

/** The countries' names by their codes. */
function namesIn(tag: Language): ReadonlyMap<string, string> {
  const there = known.get(tag);
  if (there) return there;
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  const made = new Map(CODES.split(' ').map((pair) => [pair.slice(0, 3), names.of(pair.slice(3)) ?? pair.slice(0, 3)]));
  known.set(tag, made);
  return made;
}

/** All countries by name in the language of the app. */
export const countries = (): Country[] =>
  [...namesIn(language)].map(([code, name]) => ({ code, name })).sort((one, other) => one.name.localeCompare(other.name, language));

/** The country's name, or the code itself when ISO does not know it. */
export function countryName(code: string): string {
  return namesIn(language).get(code) ?? code;
}

/** The code of a country that is written by its code or by its name, in the language of the app or in English; null where there is none. */
export function countryCode(text: string): string | null {
  const wanted = text.trim().toLowerCase();
  const isMeant = ([code, name]: [string, string]): boolean => code.toLowerCase() === wanted || name.toLowerCase() === wanted;
  return [language, 'en' as const].flatMap((tag) => [...namesIn(tag)].find(isMeant)?.[0] ?? [])[0] ?? null;
}
