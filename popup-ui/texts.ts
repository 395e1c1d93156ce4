import { type Dictionary, textsHook } from '../ui/language.ts';

const english = {
  thisBrowser: 'This browser',
  settings: 'Settings',
  status: {
    unpaired: 'Not paired',
    pairing: 'Pairing…',
    'pair-failed': 'Not paired',
    'pair-unreachable': 'No daemon found',
    connected: 'Connected',
    reconnecting: 'Disconnected',
    rejected: 'Pairing refused',
  },
  pairingHelp: 'Run `sctl connect` in a terminal and enter the code it shows.',
  pairingCode: 'Pairing code',
  pair: 'Pair',
  pairAgain: 'Pair again',
  notACode: 'A code is eight letters and digits, without the letter U.',
  codeRejected: 'This code is wrong or has expired. Get a new one with `sctl connect`.',
  nameTaken: (name: string) =>
    `The daemon already has a browser named “${name}”. Rename or forget that one, then pair again.`,
  unreachable: (address: string) =>
    `Nothing answers at ${address}. Is the daemon running? Start it with \`sctl serve\`.`,
  rejectedHelp: 'The daemon no longer accepts this browser. Tools cannot use it until you pair again.',
  retryIn: (seconds: number) => `Next try in ${seconds} s`,
  trying: 'Trying now…',
  reconnectingHelp: 'The daemon does not answer. Tools cannot use this browser until it does.',
  retryNow: 'Retry now',
  approvalsWaiting: (n: number) =>
    n === 1 ? '1 request awaiting approval' : `${n.toLocaleString('en')} requests awaiting approval`,
  view: 'View',
  name: 'Name',
  rename: 'Rename',
  save: 'Save',
  cancel: 'Cancel',
  renameErrors: {
    'invalid-name': 'A name is 1 to 32 letters, digits or hyphens.',
    'name-taken': 'Another paired browser has this name.',
    'not-connected': 'The daemon was not reachable. The name is unchanged.',
  },
  product: 'Browser',
  daemon: 'Daemon',
  connectedSince: 'Connected',
  elapsed: {
    now: 'just now',
    minutes: (n: number) => `${n} min ago`,
    hours: (n: number) => `${n} h ago`,
  },
  instanceId: 'Instance ID',
  copyInstanceId: 'Copy instance ID',
  tryIt: 'Try it in a terminal',
  copyCommand: 'Copy command',
  forget: 'Forget',
  forgetTitle: 'Forget this pairing?',
  forgetHelp: (name: string) =>
    `Tools can no longer use this browser. The daemon keeps its key until you run \`sctl browsers forget ${name}\`.`,
  back: 'Back',
  address: 'Daemon address',
  addressHelp: 'Host and port on which the daemon listens.',
  invalidAddress: 'Enter host and port, such as 127.0.0.1:8643.',
  appearance: 'Appearance',
  appearances: { system: 'System', light: 'Light', dark: 'Dark' },
  language: 'Language',
  languages: { browser: 'Browser', en: 'English', zh: '简体中文' },
  version: (version: string) => `Version ${version}`,
};

const chinese: PopupTexts = {
  thisBrowser: '此浏览器',
  settings: '设置',
  status: {
    unpaired: '未配对',
    pairing: '正在配对…',
    'pair-failed': '未配对',
    'pair-unreachable': '找不到守护进程',
    connected: '已连接',
    reconnecting: '连接已断开',
    rejected: '配对被拒绝',
  },
  pairingHelp: '在终端运行 `sctl connect`，然后输入它显示的配对码。',
  pairingCode: '配对码',
  pair: '配对',
  pairAgain: '重新配对',
  notACode: '配对码由 8 位字母和数字组成，不含字母 U。',
  codeRejected: '配对码错误或已过期。请运行 `sctl connect` 获取新的配对码。',
  nameTaken: (name) => `守护进程已有名为“${name}”的浏览器。请先重命名或移除它，再重新配对。`,
  unreachable: (address) => `${address} 没有响应。守护进程在运行吗？用 \`sctl serve\` 启动它。`,
  rejectedHelp: '守护进程不再接受此浏览器。重新配对之前，工具无法使用它。',
  retryIn: (seconds) => `${seconds} s 后重试`,
  trying: '正在重试…',
  reconnectingHelp: '守护进程没有响应。恢复之前，工具无法使用此浏览器。',
  retryNow: '立即重试',
  approvalsWaiting: (n) => `${n.toLocaleString('zh')} 个请求等待批准`,
  view: '查看',
  name: '名称',
  rename: '重命名',
  save: '保存',
  cancel: '取消',
  renameErrors: {
    'invalid-name': '名称须为 1 到 32 个小写字母、数字或连字符。',
    'name-taken': '另一个已配对的浏览器正在使用这个名称。',
    'not-connected': '无法连接守护进程，名称未更改。',
  },
  product: '浏览器',
  daemon: '守护进程',
  connectedSince: '连接时间',
  elapsed: {
    now: '刚刚',
    minutes: (n) => `${n} 分钟前`,
    hours: (n) => `${n} 小时前`,
  },
  instanceId: '实例 ID',
  copyInstanceId: '复制实例 ID',
  tryIt: '在终端试一试',
  copyCommand: '复制命令',
  forget: '忘记',
  forgetTitle: '忘记此配对？',
  forgetHelp: (name) =>
    `工具将无法再使用此浏览器。守护进程会保留它的密钥，直到你运行 \`sctl browsers forget ${name}\`。`,
  back: '返回',
  address: '守护进程地址',
  addressHelp: '守护进程监听的主机和端口。',
  invalidAddress: '请输入主机和端口，例如 127.0.0.1:8643。',
  appearance: '外观',
  appearances: { system: '跟随系统', light: '浅色', dark: '深色' },
  language: '语言',
  languages: { browser: '跟随浏览器', en: 'English', zh: '简体中文' },
  version: (version) => `版本 ${version}`,
};

/** Every text of the popup. */
export type PopupTexts = typeof english;

/** The popup's texts in every language. */
export const popupTexts: Dictionary<PopupTexts> = { en: english, zh: chinese };

/** The popup's texts in the person's language. */
export const useTexts = textsHook(popupTexts);
