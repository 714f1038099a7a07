import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressPlugin } from "./kernel/web/compress-plugin.ts";
import { declaredPlugin } from "./kernel/web/page/declared-plugin.ts";
import { pagesPlugin } from "./kernel/web/pages-plugin.ts";

/** The browser build: a light sign-in page first, everything else in chunks on demand, nothing inline (the page's security policy forbids it). */
export default defineConfig({
  plugins: [react(), pagesPlugin(), declaredPlugin(), compressPlugin()],
  publicDir: false,
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    // The table of all routes would otherwise list, for each of its hundreds of pages, every file the page stands on.
    modulePreload: { polyfill: false, resolveDependencies: (file, needs) => (/\.(entity|list|edit|page)-/.test(file) ? [] : needs) },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      // What most pages show of the kit is one file: many small ones compress badly. The sign-in page needs none of it.
      output: {
        advancedChunks: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            {
              name: "kit",
              test: /node_modules[\\/](antd|@rc-component|@ant-design)[\\/](?!(es[\\/]modal|dialog)[\\/])/,
              minShareCount: 80,
              priority: 1,
            },
          ],
        },
      },
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
