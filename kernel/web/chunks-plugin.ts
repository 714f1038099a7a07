import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

interface Group {
  readonly name: string;
  readonly test: RegExp;
  readonly minShareCount: number;
  readonly priority: number;
}

/** Which modules a module's browser files import. */
function importsOf(root: string, module: string): ReadonlySet<string> {
  const files = globSync(`modules/${module}/**/*.{ts,tsx}`, { cwd: root }).filter(
    (file) => !/\.test\.|[\\/]server[\\/]|\.?server\.ts$/.test(file),
  );
  const found = files.flatMap((file) => [
    ...readFileSync(join(root, file), "utf8").matchAll(/^(?:import|export)(?! type)[^;]*? from "#modules\/([^/"]+)\//gm),
  ]);
  return new Set(found.map((match) => match[1]!).filter((other) => other !== module));
}

/**
 * One file for the declarations of a module that others read, and one for the parts that several of its pages draw with. A group takes what its files import along, so a module that others stand on goes
 * first: files then import each other in one direction only, and none runs before what it needs.
 */
function moduleGroups(root: string, below: number): readonly Group[] {
  const names = globSync("modules/*/index.ts", { cwd: root }).map((file) => file.replaceAll("\\", "/").split("/")[1]!);
  const imports = new Map(names.map((name) => [name, importsOf(root, name)]));
  const ordered: string[] = [];
  const visit = (name: string, above: readonly string[]): void => {
    if (ordered.includes(name) || above.includes(name)) return;
    for (const other of [...(imports.get(name) ?? [])].toSorted()) visit(other, [...above, name]);
    ordered.push(name);
  };
  for (const name of names.toSorted()) visit(name, []);
  const kinds = [
    { kind: "records", files: "(?!parts[\\\\/]).*\\.ts$", minShareCount: 2 },
    { kind: "parts", files: ".*\\.tsx?$", minShareCount: 3 },
  ];
  const all = kinds.flatMap(({ kind, files, minShareCount }) =>
    ordered.map((name) => ({ name: `${name}-${kind}`, test: new RegExp(`[\\\\/]modules[\\\\/]${name}[\\\\/]${files}`), minShareCount })),
  );
  return all.map((group, at) => ({ ...group, priority: below - (at + 1) / (all.length + 1) }));
}

/** What every workspace and every list stands on, by its topmost files; then what many pages share, by its kind. */
const topGroups = [
  { name: "react", test: /\0rolldown|node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 6 },
  { name: "base", test: /kernel[\\/]web[\\/]main\.tsx$/, priority: 5 },
  { name: "shell", test: /kernel[\\/]web[\\/](shell[\\/](Inside|Home)|part[\\/]LookSwitch)\.tsx$/, priority: 4 },
  {
    name: "kit",
    test: /node_modules[\\/](antd|@rc-component|@ant-design)[\\/](?!(es[\\/]modal|dialog)[\\/])/,
    minShareCount: 80,
    priority: 3,
  },
  {
    name: "list",
    test: /kernel[\\/]web[\\/](page[\\/](PageWorld|list[\\/]ListPage)\.tsx|Kit\.tsx|part[\\/](Ground\.tsx|OwnPage\.tsx|listSlots\.ts|batch\.ts)|block[\\/]layout\.tsx)$/,
    priority: 2,
  },
  { name: "icons", test: /lucide-react[\\/]/, minShareCount: 8, priority: 1.9 },
  { name: "records", test: /[\\/]kernel[\\/](?!web[\\/])/, minShareCount: 24, priority: 1.8 },
  { name: "platform", test: /[\\/]kernel[\\/]platform[\\/]/, minShareCount: 2, priority: 1.6 },
  { name: "document", test: /kernel[\\/]web[\\/]page[\\/](edit[\\/]EditPage|document[\\/]DocumentPanel)\.tsx$/, priority: 1.5 },
  { name: "parts", test: /[\\/]kernel[\\/]web[\\/]/, minShareCount: 8, priority: 1 },
];

/**
 * Groups scripts into few files: a request costs more than a kilobyte, and small files compress badly. A group takes what its files
 * import along, except what a group before it has; the sign-in page needs the first ones alone.
 */
export function chunksPlugin(): Plugin {
  return {
    name: "srm-chunks",
    apply: "build",
    config: ({ root = process.cwd() }) => ({
      build: { rolldownOptions: { output: { codeSplitting: { groups: [...topGroups, ...moduleGroups(root, 1)] } } } },
    }),
  };
}
