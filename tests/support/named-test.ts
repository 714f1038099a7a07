import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const root = join(import.meta.dirname, "..", "..");
const files = globSync(["{kernel,modules,bridges}/**/*.test.{ts,tsx}", "tests/**/*.test.ts"], { cwd: root });
/** The file of a test that needs the database may be named without saying so. */
const isNamed = (path: string, file: string): boolean =>
  [".test.ts", ".test.tsx", ".db.test.ts"].some((ending) => basename(path) === `${file}${ending}`);
const texts = new Map<string, string>();
const textOf = (path: string): string => texts.get(path) ?? texts.set(path, readFileSync(join(root, path), "utf8")).get(path)!;

/** A test is named by its file, without folder and ending, and by the beginning of its title: "gates › supplier". */
export function isNamedTest(named: string): boolean {
  const [file, title] = named.split(" › ");
  return Boolean(title) && files.some((path) => isNamed(path, file!) && textOf(path).includes(title!));
}
