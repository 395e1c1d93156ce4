import { type Dictionary, textsHook } from '../ui/language.ts';

const count = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

const bookmarksAndFolders = (bookmarks: number, folders: number): string =>
  [
    ...(bookmarks > 0 ? [count(bookmarks, 'bookmark', 'bookmarks')] : []),
    ...(folders > 0 ? [count(folders, 'folder', 'folders')] : []),
  ].join(' and ');

const english = {
  windowTitle: 'Approval',
  sentences: (...all: string[]) => all.join(' '),
  nothingWaiting: 'Nothing is waiting for you.',
  position: (index: number, total: number) => `${index} of ${total}`,
  previous: 'Previous request',
  next: 'Next request',
  timeLeft: 'Time left',
  askedBy: 'Asked by',
  noRequester: 'No name given',
  unverified: 'self-reported, not verified',
  received: 'Received',
  whatGoes: 'What will go',
  whatWasAsked: 'What was asked for',
  reject: 'Reject',
  dismiss: 'Dismiss',
  armingHelp: 'Available once this window has been in front for one second.',
  closing: (waiting: number) =>
    waiting === 1
      ? 'Closing this window rejects this request.'
      : `Closing this window rejects all ${waiting.toLocaleString('en')} waiting requests.`,
  refused: 'This request can no longer be approved.',
  notSent: 'The decision did not get through. Please try again.',
  showAll: 'Show full text',
  showLess: 'Show less',
  blankTitle: '(no title)',
  bookmarks: {
    ask: (n: number) => `Delete ${count(n, 'item', 'items')} from your bookmarks?`,
    executing: (n: number) => `Deleting ${count(n, 'item', 'items')}…`,
    done: (n: number) => `Deleted ${count(n, 'item', 'items')} from your bookmarks`,
    asked: (n: number) => `Asked to delete ${count(n, 'item', 'items')} from your bookmarks`,
    total: (bookmarks: number, folders: number) =>
      `Deleted in all: ${bookmarksAndFolders(bookmarks, folders)}.`,
    approve: (n: number) => `Delete ${count(n, 'item', 'items')}`,
    summary: (bookmarks: number, folders: number) => `${bookmarksAndFolders(bookmarks, folders)}.`,
    summaryInside: (bookmarks: number, folders: number) =>
      `Inside, and deleted too: ${bookmarksAndFolders(bookmarks, folders)}.`,
    inside: (bookmarks: number, folders: number) => `${bookmarksAndFolders(bookmarks, folders)} inside`,
    emptyFolder: 'Empty folder',
    bookmark: 'Bookmark',
    folder: 'Folder',
    notShown: (n: number) => `${n.toLocaleString('en')} more, not shown here`,
    consequence: 'They go from this browser and from every device it syncs with. There is no undo.',
    lure: 'Titles and addresses come from web pages and can claim anything.',
    nothingDone: 'Nothing was deleted.',
  },
  extension: {
    ask: 'Uninstall this extension?',
    executing: 'Uninstalling this extension…',
    done: 'Uninstalled this extension',
    asked: 'Asked to uninstall this extension',
    finishInChrome: 'Now answer the dialog of Chrome. Keep this window open until you have.',
    approve: 'Uninstall',
    version: 'Version',
    state: 'State',
    enabled: 'Enabled',
    disabled: 'Disabled',
    missing: 'Not installed any more',
    installed: 'Installed',
    installTypes: {
      normal: 'from the web store',
      development: 'as an unpacked folder',
      sideload: 'by another program',
      admin: 'by an administrator',
      other: 'in another way',
    },
    id: 'ID',
    copyId: 'Copy extension ID',
    consequence: 'The extension goes with all data it keeps. Chrome asks once more before it does so.',
    lure: 'Name and description are the words of its author and can claim anything.',
    nothingDone: 'Nothing was uninstalled.',
  },
  ended: {
    expired: 'Time ran out.',
    cancelled: 'The request was withdrawn.',
    voided: 'The connection to the daemon was lost.',
    conflict: 'These changed after you were asked.',
    notFound: 'It was not there any more.',
    userRejected: 'You cancelled in the dialog of Chrome.',
    failed: 'It failed.',
    unknownExtent: 'Check what is left before you ask again.',
  },
};

const bookmarksAndFoldersInChinese = (bookmarks: number, folders: number): string =>
  [
    ...(bookmarks > 0 ? [`${bookmarks.toLocaleString('zh')} 个书签`] : []),
    ...(folders > 0 ? [`${folders.toLocaleString('zh')} 个文件夹`] : []),
  ].join('和 ');

const chinese: ApprovalTexts = {
  windowTitle: '批准请求',
  sentences: (...all) => all.join(''),
  nothingWaiting: '没有等待处理的请求。',
  position: (index, total) => `第 ${index} 个，共 ${total} 个`,
  previous: '上一个请求',
  next: '下一个请求',
  timeLeft: '剩余时间',
  askedBy: '请求方',
  noRequester: '未提供名称',
  unverified: '自行声明，未经核实',
  received: '收到时间',
  whatGoes: '将被移除的内容',
  whatWasAsked: '请求的内容',
  reject: '拒绝',
  dismiss: '知道了',
  armingHelp: '此窗口保持在最前一秒后可用。',
  closing: (waiting) =>
    waiting === 1
      ? '关闭此窗口将拒绝此请求。'
      : `关闭此窗口将拒绝全部 ${waiting.toLocaleString('zh')} 个等待中的请求。`,
  refused: '此请求已无法批准。',
  notSent: '你的决定未能送达，请再试一次。',
  showAll: '显示全文',
  showLess: '收起',
  blankTitle: '（无标题）',
  bookmarks: {
    ask: (n) => `从书签中删除 ${n.toLocaleString('zh')} 项？`,
    executing: (n) => `正在删除 ${n.toLocaleString('zh')} 项…`,
    done: (n) => `已从书签中删除 ${n.toLocaleString('zh')} 项`,
    asked: (n) => `曾请求从书签中删除 ${n.toLocaleString('zh')} 项`,
    total: (bookmarks, folders) => `共删除 ${bookmarksAndFoldersInChinese(bookmarks, folders)}。`,
    approve: (n) => `删除 ${n.toLocaleString('zh')} 项`,
    summary: (bookmarks, folders) => `${bookmarksAndFoldersInChinese(bookmarks, folders)}。`,
    summaryInside: (bookmarks, folders) =>
      `其中还包含、并将一同删除：${bookmarksAndFoldersInChinese(bookmarks, folders)}。`,
    inside: (bookmarks, folders) => `内含 ${bookmarksAndFoldersInChinese(bookmarks, folders)}`,
    emptyFolder: '空文件夹',
    bookmark: '书签',
    folder: '文件夹',
    notShown: (n) => `另有 ${n.toLocaleString('zh')} 项未在此显示`,
    consequence: '它们会从此浏览器以及所有同步的设备上消失，无法撤销。',
    lure: '标题和网址来自网页，其内容不可尽信。',
    nothingDone: '没有删除任何内容。',
  },
  extension: {
    ask: '卸载此扩展？',
    executing: '正在卸载此扩展…',
    done: '已卸载此扩展',
    asked: '曾请求卸载此扩展',
    finishInChrome: '请在 Chrome 的对话框中完成操作，在此之前不要关闭此窗口。',
    approve: '卸载',
    version: '版本',
    state: '状态',
    enabled: '已启用',
    disabled: '已停用',
    missing: '已不存在',
    installed: '安装来源',
    installTypes: {
      normal: '应用商店',
      development: '已解压的文件夹',
      sideload: '其他程序',
      admin: '管理员',
      other: '其他方式',
    },
    id: 'ID',
    copyId: '复制扩展 ID',
    consequence: '扩展及其保存的所有数据都会被移除。Chrome 会再次向你确认。',
    lure: '名称和说明由扩展作者撰写，其内容不可尽信。',
    nothingDone: '没有卸载任何扩展。',
  },
  ended: {
    expired: '已超时。',
    cancelled: '请求已被撤回。',
    voided: '与守护进程的连接已断开。',
    conflict: '在询问你之后，这些内容发生了变化。',
    notFound: '要处理的对象已不存在。',
    userRejected: '你在 Chrome 的对话框中取消了操作。',
    failed: '操作失败。',
    unknownExtent: '再次请求之前，请检查剩余内容。',
  },
};

/** Every text of the approval window. */
export type ApprovalTexts = typeof english;

/** The approval window's texts in every language. */
export const approvalTexts: Dictionary<ApprovalTexts> = { en: english, zh: chinese };

/** The approval window's texts in the person's language. */
export const useTexts = textsHook(approvalTexts);
