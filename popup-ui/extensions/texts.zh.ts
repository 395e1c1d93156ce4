import type { ExtensionsTexts } from './texts.ts';

/** The page of other extensions in Chinese. */
export const chinese: ExtensionsTexts = {
  title: '其他扩展',
  offer: '允许其他扩展使用此浏览器',
  offerHelp: '提出请求的扩展会在这里等待你的同意，之后可使用与 `sctl` 相同的工具。',
  writes: '允许它们进行更改',
  review: '每次更改前询问我',
  reviewHelp: '包括标签页、书签、Cookie 以及 `sctl` 能更改的一切。',
  waiting: '请求访问',
  accept: '接受',
  refuse: '拒绝',
  held: '想要进行更改',
  allow: '允许一次',
  reject: '不允许',
  allowed: '可以访问',
  revoke: '撤销',
  refused: '已拒绝',
  forget: '允许再次请求',
  nobody: '没有扩展可以访问。',
  notInstalled: '已不再安装',
  changes: '更改记录',
  noChanges: '尚无更改。',
  digest: (digest) => `参数：SHA-256 ${digest}`,
  outcomes: { done: '已完成', waiting: '等待中', withdrawn: '已撤回' },
};
