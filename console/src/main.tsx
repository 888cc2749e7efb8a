import '@mantine/core/styles.css';
import './style/tokens.css';
import './style/base.css';
import './style/shell.css';
import './style/lists.css';
import './style/panels.css';
import './style/dialogs.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './console.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
createRoot(root).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
