import '../../ui/tokens.css';
import '../../ui/base.css';
import '../popup.css';
import './extensions.css';
import { mountPage } from '../../ui/mountPage.tsx';
import { ExtensionsPage } from './ExtensionsPage.tsx';

await mountPage(() => <ExtensionsPage />);
