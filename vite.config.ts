import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunksPlugin } from "./kernel/web/chunks-plugin.ts";
import { compressPlugin } from "./kernel/web/compress-plugin.ts";
import { declaredPlugin } from "./kernel/web/page/declared-plugin.ts";
import { pagesPlugin } from "./kernel/web/pages-plugin.ts";
import { preloadPlugin } from "./kernel/web/preload-plugin.ts";

/** The browser build: a light sign-in page first, everything else in chunks on demand, nothing inline (the page's security policy forbids it). */
export default defineConfig({
  plugins: [react(), pagesPlugin(), declaredPlugin(), chunksPlugin(), preloadPlugin(), compressPlugin()],
  publicDir: false,
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    // The table of all routes would otherwise list, for each of its hundreds of pages, every file the page stands on.
    modulePreload: { polyfill: false, resolveDependencies: (file, needs) => (/\.(entity|list|edit|page)-/.test(file) ? [] : needs) },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      // The kit's parts do nothing by being imported, but only some of them say so; nor does the front door of an area,
      // and who takes one declaration from it need not load all its rules.
      treeshake: {
        moduleSideEffects: [
          { test: /node_modules[\\/]@rc-component[\\/]/, sideEffects: false },
          { test: /[\\/]modules[\\/][\w-]+[\\/]index\.ts$/, sideEffects: false },
        ],
      },
    },
  },
  server: {
    proxy: { "/api": { target: process.env["SRM_SERVER"] ?? "http://127.0.0.1:8080", ws: true } },
  },
});
