/** Look of the page; no font, image or script comes from elsewhere. */
export const STYLE = `:root{color-scheme:light dark;--line:#8884;--dim:light-dark(#666,#a0a0a0)}
body{font:15px/1.45 system-ui,sans-serif;margin:0 auto;max-width:75rem;padding:1rem}
h1{font-size:1.4rem}h2{font-size:1.05rem;margin:1.2rem 0 .4rem}
.sums{display:grid;gap:0 2rem;grid-template-columns:repeat(auto-fit,minmax(18rem,1fr))}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid var(--line);padding:.25rem .5rem;text-align:left;vertical-align:top}
td.n{text-align:right;white-space:nowrap}meter{width:8rem}
form{align-items:center;background:Canvas;border-bottom:1px solid var(--line);display:flex;flex-wrap:wrap;gap:.6rem;padding:.6rem 0}
@media(min-width:50rem){form{position:sticky;top:0}}
input,select{font:inherit;max-width:100%;padding:.2rem .4rem}input[type=search]{flex:1 1 14rem}
article{border-left:.25rem solid var(--dim);margin:.8rem 0;padding:.1rem .8rem}
article.error{border-color:#c62828}article.warning{border-color:#b26a00}article.info{border-color:#1565c0}
article p{margin:.2rem 0;overflow-wrap:anywhere}td{overflow-wrap:anywhere}.dim{color:var(--dim)}code,pre{font:13px/1.4 ui-monospace,monospace}
pre{background:#8881;margin:.3rem 0;overflow-x:auto;padding:.4rem .6rem}mark{background:#ffd54f80;color:inherit}
[hidden]{display:none}`;

/** Filters the articles by what stands in their attributes and text. */
export const SCRIPT = `const form=document.querySelector('form');
const articles=[...document.querySelectorAll('article')];
const count=document.querySelector('output');
const show=()=>{
  const value=(name)=>form.elements[name].value;
  const words=value('text').toLowerCase().split(/\\s+/).filter(Boolean);
  let shown=0;
  for(const article of articles){
    const {rule,severity,folder,fix,deadline}=article.dataset;
    const text=article.textContent.toLowerCase();
    const fits=(!value('rule')||value('rule')===rule)&&(!value('severity')||value('severity')===severity)
      &&(!value('folder')||value('folder')===folder)&&(!value('fix')||value('fix')===fix)
      &&(!value('deadline')||value('deadline')===deadline)
      &&words.every((word)=>text.includes(word));
    article.hidden=!fits;
    if(fits)shown++;
  }
  count.textContent=shown+' of '+articles.length;
};
form.addEventListener('input',show);
form.addEventListener('submit',(event)=>event.preventDefault());
form.addEventListener('reset',()=>setTimeout(show));
show();`;
