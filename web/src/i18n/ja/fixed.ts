import type { Fixed } from '../translation';

export const fixed: Fixed = {
  Handicaps: 'ハンデ',
  'McMahon bands': 'マクマホンの組分け',
  Formats: '大会方式',
  'Time limits': '持ち時間',
  'Fall of a flag': '時間切れ',
  'Forced passes': '強制パス',
  'Moves chosen ahead': '先に選ぶ手',
  'No-show limit': '不着席の扱い',
  'Points of a bye': '不戦勝の勝ち点',
  'Discs of a bye': '不戦勝の石数',
  'Points of a missed round': '欠場したラウンドの勝ち点',
  'Round-robin table': '総当たりの組み合わせ表',
  'First round': '第1ラウンド',
  'Acceptance of the rules': '規則への同意',
  'Credit for slow lines': '遅い回線への補填',
  'Longest call': '呼び出しの長さ',
  'Number of calls': '呼び出しの回数',
  'Board during a call': '呼び出し中の盤面',
  Spectators: '観戦者',
  'Chat of spectators': '観戦者のチャット',
  "When spectators' chat is shown": '観戦者のチャットを見せる時期',
  'Signing the result': '結果の署名',
  'Many boards drop at once': '多くのテーブルが一度に切れたとき',
  'Where the games are played': '対局の場所',
  'A director who plays': '対局するディレクター',
  'Rivals of a director who plays': '対局するディレクターの競争相手',
  'Agreement of the federation': '連盟の同意',
  'Entry fee': '参加費',
  'Unpaid fees': '参加費が未払いのとき',
  'Titles of categories': '部門のタイトル',
  Duties: '義務',
  'Exactly 12 players': 'ちょうど12人のとき',
  'Semi-finals': '準決勝',
  'Third cycle': '3巡目',
  'Extra rounds': '追加ラウンド',
  'Notice of a round': 'ラウンドの予告',
  'Results over live games': '進行中の対局への結果入力',
  'Confirming the event': '大会の確定',
  Rounds: 'ラウンド',
  'Last criterion': '最後の基準',
  "Nobody has a handicap but by the director's word; one that is given is one to four discs in corners before the start, whoever gives it moves first, and the colours stay as paired.":
    'ハンデはディレクターの決定によるものだけです。開始前に隅に置く1～4個の石で、与える側が先に打ち、色は組み合わせのままです。',
  'Bands of 200 rating points from 1200 start a point above one another; from 2000 all start together.':
    'レーティング1200から200点ごとの組に分け、1組上がるごとに勝ち点1つ上から始めます。2000以上は全員同じところから始めます。',
  'Up to 4 entrants meet twice and 5 or 6 once; more play a Swiss system of 5, 7, 9 or 11 rounds.':
    '4人までは2回ずつ、5～6人は1回ずつ対戦します。それより多いときは5、7、9、11ラウンドのスイス式です。',
  'The text sets no time for a game; the house does.': '規則の原文は対局の持ち時間を定めていません。主催側が定めます。',
  "A flag's fall loses the game; both get two minutes more and play on for the score.":
    '時間が切れると負けです。両者に2分を加え、スコアを決めるために打ち続けます。',
  'A forced pass is made by itself.': '強制パスは自動で行われます。',
  "Whether a player may choose the next move while the opponent thinks is the house's choice.":
    '相手の考慮中に次の手を選べるかどうかは、主催側の選択です。',
  "What becomes of a player who does not come is the house's choice.": '来ない選手をどう扱うかは、主催側の選択です。',
  'A bye scores one point.': '不戦勝は勝ち点1です。',
  'A bye counts 40 discs of 64 in the disc-count.': '不戦勝は、石数の合計では64個中40個と数えます。',
  'A round that an entrant does not play scores no point and no discs.': '対局しなかったラウンドでは、勝ち点も石数も得られません。',
  'A round robin is played by the circle method, seats drawn by lot.': '総当たりはサークル方式で行い、席順は抽選で決めます。',
  'The first round of a Swiss system is paired at random.': 'スイス式の第1ラウンドは無作為に組み合わせます。',
  'Whoever enters is bound by the rules tacitly; nobody is asked.': '参加すれば、黙示的に規則に従うものとします。改めて同意は求めません。',
  "A player gets back up to 1 second a move and 10 seconds a game of his line's delay, as the server measures it; what his client is slow to read counts with it.":
    'サーバーが測った回線の遅れのうち、1手につき1秒、1局につき10秒まで選手に返します。読み取りが遅い分も含みます。',
  'A call for the director stops the clocks for at most 10 minutes.': 'ディレクターを呼ぶと、時計は最長10分止まります。',
  'Three calls of a player stop the clocks of a game; further ones are told to the director and stop nothing.':
    '1局で時計が止まるのは、1人につき3回の呼び出しまでです。それ以降はディレクターに伝わるだけで、時計は止まりません。',
  'While a call holds the clocks neither the players nor spectators see the board, so that nobody gains time to think.':
    '呼び出しで時計が止まっている間は、選手にも観戦者にも盤面は見えません。誰も考える時間を得られないようにするためです。',
  'Spectators see every game as it is played.': '観戦者はどの対局もそのまま見られます。',
  'Spectators may write to one another; the players of a game see nothing of it before the end.':
    '観戦者どうしは書き込めます。対局する選手には終局まで見えません。',
  'What spectators write at a game is shown to the officials alone until it ends or an official opens it: a player may have a second account.':
    '観戦者の書き込みは、終局するか役員が公開するまで役員だけに見えます。選手が別のアカウントを持っているかもしれないからです。',
  'Who neither confirms nor disputes a result within 5 minutes has confirmed it.':
    '5分以内に結果を確認も異議申し立てもしなければ、確認したものとみなします。',
  'When many boards drop at once the director is alerted; no clock is stopped by itself.':
    '多くのテーブルが一度に切れると、ディレクターに知らせます。時計が自動で止まることはありません。',
  "The games are played here, on this server's clocks; an event may instead be held over the board, where officials enter the results.":
    '対局はここで、このサーバーの時計で行います。実際の盤で行い、役員が結果を入力する大会にもできます。',
  'Nobody rules on a game of their own; a sole director may be let to where the opponent consents to the very act, and then withdraws others without being asked.':
    '自分の対局について裁定することはできません。ディレクターが1人だけのときは、相手がその行為に同意すれば認めることができ、その場合は他の人の棄権も同意なしに行えます。',
  'A director who plays rules on the others of his stage too, and it is noted with the rulings; putting them out for good, or naming who moves for them, takes their consent or that of a director who does not play.':
    '対局するディレクターは同じステージの他の選手についても裁定し、その旨が裁定とともに記録されます。完全に除外することや、代わりに打つ人を決めることには、本人か、対局していないディレクターの同意が必要です。',
  'Whoever is entered plays in agreement with the federation; where the organiser has it noted for each entrant, who has it not yet holds his place and is not paired.':
    '参加者は連盟の同意のもとで対局します。主催者が1人ずつ記録させる場合、まだ同意のない人は枠を保ったまま、組み合わせには入りません。',
  'No fee is set; where there is one, it is noted who has paid, and no money passes through here.':
    '参加費は定めていません。ある場合は支払った人を記録するだけで、ここでお金は扱いません。',
  'Who has not paid is paired all the same.': '未払いの人も組み合わせに入ります。',
  'No category but the women of the finals has a title; where one has, all whom the list leaves at its best rank have the title.':
    '決勝の女子のほかに、タイトルのある部門はありません。ある場合は、順位表で最上位に並んだ全員がタイトルを得ます。',
  'The text puts no duties on organiser and director that the event keeps a list of.':
    '規則の原文は、大会が一覧にするような義務を主催者とディレクターに課していません。',
  'Exactly 12 players play a round robin of 11 rounds; a Swiss system only with fewer rounds.':
    'ちょうど12人のときは11ラウンドの総当たりです。ラウンドがそれより少ないときだけスイス式です。',
  'Semi-finals are played with 9 and 10 players only, as the table of formats says.':
    '準決勝は、大会方式の表のとおり、9人と10人のときだけ行います。',
  'The third cycle of a triple round robin has the colours of the first.': '3回総当たりの3巡目は、1巡目と同じ色です。',
  'Whoever does not come loses by the clock only; no time limit for coming is set.':
    '来ない選手は時計によってだけ負けます。到着の期限は定めていません。',
  'No extra rounds are played for perfect scores.': '全勝者がいても追加ラウンドは行いません。',
  'A round starts five minutes after its publication unless the director gives another start; it may start at once.':
    'ディレクターが別の時刻を決めなければ、ラウンドは公開の5分後に始まります。すぐに始めることもできます。',
  'A result over a game that is being played is entered by the head director; other results by any director.':
    '進行中の対局への結果はヘッドディレクターが入力します。それ以外は、どのディレクターでも入力できます。',
  'The head director confirms the event.': 'ヘッドディレクターが大会を確定します。',
  'Seven rounds are played: a round robin where they are enough for one, else a Swiss system.':
    '7ラウンド行います。足りれば総当たり、足りなければスイス式です。',
  'Players equal on points, BQ and discs share their rank; no lots are drawn.':
    '勝ち点、BQ、石数が同じ選手は同順位です。抽選は行いません。',
  "Send the game results to the association's ratings coordinator.": '対局の結果を協会のレーティング・コーディネーターに送る。',
  "Send the membership data and fees to the association's membership secretary.": '会員の情報と会費を協会の会員担当者に送る。',
  'Tell the European confederation who directs the tournament.': '誰が大会のディレクターかを欧州連合に伝える。',
  "Announce the tournament to the confederation's members in good time.": '連合の会員に余裕をもって大会を告知する。',
  "Tell the confederation's Grand Prix committee before the tournament that the pairings are not made with PAPP.":
    '組み合わせにPAPPを使わないことを、大会の前に連合のグランプリ委員会に伝える。',
  'Send the results to the rating committee of the World Othello Federation.': '結果を世界オセロ連盟のレーティング委員会に送る。',
  'Send the standings and a report to the European confederation.': '順位表と報告を欧州連合に送る。',
  'See that the federations have sent the results of their tournaments, at least of the qualification for the championship, to the rating list of the World Othello Federation by the deadline of registration.':
    '各連盟が、少なくとも選手権の予選について、大会の結果を参加登録の期限までに世界オセロ連盟のレーティングリストに送ったか確かめる。',
};
