/** Style of the HTML report; one class a tone of columns.ts. */
export const style = `
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { max-width: 80rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1rem; margin-top: 2rem; }
table { border-collapse: collapse; font-size: 0.9rem; }
th, td { text-align: left; overflow-wrap: anywhere; vertical-align: top; padding: 0.25rem 0.8rem 0.25rem 0; border-bottom: 1px solid #8884; }
th { font-weight: 600; opacity: 0.7; }
pre { font-size: 0.85rem; overflow-x: auto; }
footer, .dim { opacity: 0.7; font-size: 0.85rem; }
.good { color: light-dark(#116329, #4ac26b); }
.bad { color: light-dark(#a40e26, #ff7b72); }
.warn { color: light-dark(#7d4e00, #d4a72c); }
`;
