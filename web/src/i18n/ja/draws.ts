import type { draws as english } from '../en/draws';
import type { Translation } from '../translation';

/** Japanese texts of the draws by lot and their check. */
export const draws = {
  'draws.title': '抽選',
  'draws.text':
    '抽選は、最初の抽選の前に固定された秘密の数に基づきます。抽選ごとに1つずつ公開され、後から選ぶことは誰にもできません。選手は自分の秘密の番号を加えられます。',
  'draws.proof': '証明の仕組み',
  'draws.proof.text':
    '最初の抽選の前に、シードの連鎖の終端が公開されます。抽選のたびに1つ前のシードが公開されます。それを知るのは連鎖の作成者だけで、そのSHA-256ダイジェストは公開済みの値と一致しなければなりません。選手の番号は、事前にダイジェストで固定されます。',
  'draws.check': 'このページは、サーバーの公開する値を使い、あなたのブラウザーで検証します。誰かの保証に頼る必要はありません。',
  'draws.anchor': '連鎖の終端',
  'draws.none': '抽選はまだ行われていません。',
  'draws.all': { other: 'ここで検証：{count}回の抽選はすべて一致します。' },
  'draws.some': { other: 'ここで検証：{count}回の抽選が一致しません。ディレクターに確認してください。' },
  'draws.of.round': '第{index}回抽選、第{round}ラウンド',
  'draws.of.ties': '第{index}回抽選、同順位の選手間',
  'draws.of.other': '第{index}回抽選、{purpose}',
  'draws.fits': 'ここで検証：',
  'draws.fits.seed.first': 'シードは連鎖の終端と一致します。',
  'draws.fits.seed': 'シードは第{before}回抽選のシードと、したがって連鎖の終端とも一致します。',
  'draws.fits.numbers': { other: '開示された番号{count}個は、選手が固定した番号と一致します。' },
  'draws.fits.key.seed': '開示された番号はなく、シードがそのまま鍵になります。',
  'draws.fits.key': '鍵はシードと番号から正しく導かれています。',
  'draws.faults': 'ここで検証し、一致しません：',
  'draws.fault.unreadable': '16進64桁ではない値が含まれています。',
  'draws.fault.order': '前の抽選に続いていません。',
  'draws.fault.seed.first': 'シードのダイジェストが連鎖の終端と異なります。',
  'draws.fault.seed': 'シードのダイジェストが第{before}回抽選のシードと異なります。',
  'draws.fault.before': 'シードは第{before}回抽選のシードと一致しますが、そこから連鎖の終端に至りません。',
  'draws.fault.number': '{name}の番号が、抽選前に公開されたダイジェストと一致しません。',
  'draws.fault.key': '鍵がシードと番号から導かれた値と異なります。',
  'draws.values': '値',
  'draws.seed': 'シード',
  'draws.number': '{name}の番号',
  'draws.number.kept': '抽選前に開示されなかったため、加わっていません。',
  'draws.bound': '固定したダイジェスト',
  'draws.key': '鍵（抽選の元になる値）',
} as const satisfies Translation<typeof english>;
