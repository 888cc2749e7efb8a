import { createTheme, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { FreshFactorProvider } from './access/factors/fresh-factor.tsx';
import { createQueryClient } from './api/query-client.ts';
import { UnansweredReasons } from './decisions/deciding/unanswered-reasons.tsx';
import { createConsoleRouter } from './router.tsx';
import { SessionGate } from './shell/session-gate.tsx';
import { ResultProvider } from './ui/result-message.tsx';
import { type LoadedWords, WordsProvider } from './words/words.tsx';

const THEME = createTheme({
  defaultRadius: 'sm',
  cursorType: 'pointer',
  components: {
    Textarea: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
  },
});

/** The whole console: who is signed in, in which language, on which screen. */
export function Console({ words }: { readonly words: LoadedWords }) {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(() => createConsoleRouter(queryClient));
  return (
    // Mantine's variables and classes come from our style sheets: the security policy of the page
    // allows no style element.
    <MantineProvider
      theme={THEME}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <WordsProvider first={words}>
          <FreshFactorProvider>
            <SessionGate>
              {/* Inside the gate: the next person must not read what the last person did. */}
              <ResultProvider>
                <UnansweredReasons>
                  <RouterProvider router={router} />
                </UnansweredReasons>
              </ResultProvider>
            </SessionGate>
          </FreshFactorProvider>
        </WordsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
