import { problemAnchor, PROBLEMS } from '../src/service/http/problems.ts';

/** Returns a section of Markdown for each problem: its anchor, status and code, and what to do about it. */
export function problemSections(): string {
  const sections = Object.entries(PROBLEMS).map(([name, [status, code, title, advice]]) => {
    const anchor = problemAnchor(name);
    const line = `<a id="${anchor}"></a> \`#${anchor}\`, status ${status}, \`${code}\``;
    return `## ${title}\n\n${line}\n\n${advice}\n`;
  });
  return sections.join('\n');
}
