import '../ui/tokens.css';
import '../ui/base.css';
import './approval.css';
import { mountPage } from '../ui/mountPage.tsx';
import { ApprovalWindow } from './ApprovalWindow.tsx';

await mountPage(() => <ApprovalWindow />);
