import '../ui/tokens.css';
import '../ui/base.css';
import './popup.css';
import { mountPage } from '../ui/mountPage.tsx';
import { Popup } from './Popup.tsx';
import { loadMemory } from './popupMemory.ts';

const memory = await loadMemory(chrome.storage.session);

await mountPage((preferences) => <Popup memory={memory} preferences={preferences} />);
