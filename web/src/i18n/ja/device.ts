import type { device as english } from '../en/device';
import type { Translation } from '../translation';

/** Japanese texts of what a player's device can do, said before the event. */
export const device = {
  'device.title': 'この端末',
  'device.lead': 'ここでできることと、できないことの代わりになるもの。',
  'device.help': '対処方法',
  'device.ready': '準備完了',
  'device.stops': { other: '対局できない原因が{count}件あります' },
  'device.looks': { other: '確認することが{count}件あります' },
  'device.weight.stop': '不可',
  'device.weight.look': '確認',
  'device.weight.note': '注記',
  'device.weight.fine': '良好',

  'device.connection': '接続',
  'device.connection.missing': 'このブラウザーではリアルタイムの接続ができず、対局できません。別のブラウザーを使ってください。',
  'device.connection.broken': '現在、接続がありません。自動で再試行しています。つながり次第、対局できます。',
  'device.connection.measured': '接続しました。速度は数秒後に分かります。',
  'device.connection.slow':
    '応答に{typical}ミリ秒、ときに{longest}ミリ秒かかります。アクセスポイントに近づくか有線にしてください。時計が補うのはその一部だけです。',
  'device.connection.fine': '応答は{typical}ミリ秒（{shortest}～{longest}ミリ秒）です。',
  'device.clock.ahead': 'この端末の時計はサーバーより{time}進んでいます。対局の時計はサーバーに従います。',
  'device.clock.behind': 'この端末の時計はサーバーより{time}遅れています。対局の時計はサーバーに従います。',

  'device.seat': '自分の席',
  'device.seat.fine': 'このブラウザーは席を保存します。ページを閉じたり再読み込みしたりしても席に戻れます。',
  'device.seat.missing':
    'このブラウザーは何も保存しません。ページを閉じるか再読み込みすると席を失います。このアドレスのデータの保存を許可するか、別のブラウザー用の席リンクをディレクターに頼んでください。',

  'device.sound': '音',
  'device.sound.try': '音を鳴らす',
  'device.sound.turn_on': '音をオンにする',
  'device.sound.busy': '再生中',
  'device.sound.untried': 'テーブルに呼び出す音を鳴らして、十分に聞こえるか確かめてください。',
  'device.sound.played': '音を鳴らしました。聞こえなければ音量を上げ、マナーモードを解除してください。',
  'device.sound.blocked':
    'ブラウザーが音を止めています。設定でこのアドレスの音を許可してください。それまではタブのタイトルで呼び出します。',
  'device.sound.off': '音はオフです。タブのタイトルだけで呼び出します。',
  'device.sound.missing': 'このブラウザーは音を出せません。タブのタイトルで呼び出します。',

  'device.notifications': '通知',
  'device.notify.askable': '許可すると、開始時にこのブラウザーで通知します。',
  'device.notify.denied':
    'このブラウザーは通知を許可していません。設定で許可するか、このページを前面に置いてください。タイトルと音で呼び出します。',
  'device.notify.plain': '暗号化のないHTTPでは通知できません。このページを前面に置いてください。タイトルと音で呼び出します。',
  'device.notify.missing': 'このブラウザーには通知機能がありません。このページを前面に置いてください。タイトルと音で呼び出します。',

  'device.awake': '画面',
  'device.awake.fine': '対局中は画面が消えません。',
  'device.awake.refused':
    'この端末は、主に電池の節約のため、画面をつけたままにできません。電源につなぐか、画面が消えるまでの時間を延ばしてください。',
  'device.awake.plain': '暗号化のないHTTPでは画面をつけたままにできません。画面が消えるまでの時間を10分以上にしてください。',
  'device.awake.missing': 'このブラウザーは画面をつけたままにできません。画面が消えるまでの時間を10分以上にしてください。',

  'device.kept': 'オフライン時',
  'device.kept.fine': 'アプリはこの端末に保存されています。ネットワークがなくてもページが開き、接続が戻れば続けられます。',
  'device.kept.soon':
    'アプリをこの端末に保存しています。終わるまで、ネットワークがない間はテーブルを閉じたり再読み込みしたりしないでください。',
  'device.kept.refused':
    'ブラウザーがアプリを保存しません。このサイトが信頼されていないか、プライベートウィンドウです。ネットワークがない間は、テーブルを閉じたり再読み込みしたりしないでください。',
  'device.kept.plain':
    '暗号化のないHTTPでは何も保存されません。ネットワークがない間はテーブルを閉じたり再読み込みしたりしないでください。自動で続きます。',
  'device.kept.missing':
    'このブラウザーはアプリを保存しません。ネットワークがない間はテーブルを閉じたり再読み込みしたりしないでください。自動で続きます。',

  'device.copying': 'コピー',
  'device.copying.clipboard': '手順やリンクをコピーできます。',
  'device.copying.selection': 'ここでは文字を選択する方法でコピーします。コピーされないときは、文字を選択して自分でコピーしてください。',

  'device.browser': 'ブラウザー',
  'device.browser.fine': 'このブラウザーはページに必要な機能をすべて備えています。',
  'device.browser.old':
    'このブラウザーには{features}がなく、正しく表示されないことがあります。対応：Chrome 123、Firefox 120、Safari 17.5以降。',
} as const satisfies Translation<typeof english>;
