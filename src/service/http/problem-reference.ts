import { PROBLEMS, problemAnchor, type ProblemName } from './problems.ts';

/** The page that every problem's `type` points to. */
export const PROBLEM_REFERENCE_PATH = '/api/v1/problems';

/** Returns a page for people, without scripts, styles, or anything from a request. */
export function problemReference(): Buffer<ArrayBuffer> {
  const sections = problemNames().map((name) => {
    const [status, code, title, remedy] = PROBLEMS[name];
    return `<h2 id="${problemAnchor(name)}">${escape(title)}</h2>
<p>Status ${status}, resolution code ${code}.</p>
<p>${escape(remedy)}</p>`;
  });
  return Buffer.from(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tollgate: problems</title>
<h1>Problems, and what to do about them</h1>
${sections.join('\n')}
</html>
`);
}

function problemNames(): ProblemName[] {
  return Object.keys(PROBLEMS).filter((name): name is ProblemName => name in PROBLEMS);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
