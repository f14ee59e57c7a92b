import { CHART_STYLE } from '../progress/chart.ts';

/** Look of the page; no font, image or script comes from elsewhere. */
export const STYLE = `:root{color-scheme:light dark;--line:light-dark(#dcdfe4,#3a3f46);--dim:light-dark(#5b636e,#9aa4b0);--soft:light-dark(#f4f5f7,#22262b);
--error:light-dark(#c62828,#ff8a80);--warning:light-dark(#9a5b00,#ffb74d);--info:light-dark(#1565c0,#82b1ff);
--safe:light-dark(#2e7d32,#66bb6a);--unsafe:light-dark(#d99a00,#ffca28);--hand:light-dark(#6b7580,#8d97a3);--kept:light-dark(#b4bcc6,#525b66);--mark:light-dark(#ffe08299,#ffd54f55)}
html{background:Canvas;color:CanvasText}*{box-sizing:border-box}body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:76rem;padding:1.2rem 1rem 3rem}
h1{font-size:1.5rem;margin:0}h2{font-size:1rem;margin:0 0 .4rem}h3{font:600 .9rem/1.4 ui-monospace,monospace;margin:0;overflow-wrap:anywhere}
p{margin:.25rem 0;overflow-wrap:anywhere}.dim{color:var(--dim)}code,pre{font:13px/1.45 ui-monospace,monospace}
svg:not(.chart){background:var(--soft);border-radius:3px;display:block;height:.7rem;width:100%}
${CHART_STYLE}.chart{display:block;max-width:45rem;width:100%}.progress{margin-bottom:1.6rem}.skip{left:-99rem;position:absolute}.skip:focus{position:static}h2:focus{outline:none}
h2{margin-top:1.6rem}.sums h2{margin-top:0}
rect.safe,i.safe{background:var(--safe);fill:var(--safe)}rect.unsafe,i.unsafe{background:var(--unsafe);fill:var(--unsafe)}rect.hand,i.hand{background:var(--hand);fill:var(--hand)}rect.blocked,i.blocked{background:var(--info);fill:var(--info)}rect.recorded,i.recorded{background:var(--kept);fill:var(--kept)}
.total svg{height:1.1rem;margin:.8rem 0 .4rem}.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.4rem}.legend i{border-radius:2px;display:inline-block;height:.7rem;margin-right:.4rem;width:.7rem}
.sums{display:grid;gap:1.4rem 2.4rem;grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr));margin:1.6rem 0}
.row{align-items:center;background:none;border:0;border-radius:4px;color:inherit;cursor:pointer;display:grid;font:inherit;gap:.7rem;grid-template-columns:minmax(0,1fr) 2.8rem 6rem;padding:.15rem .4rem;text-align:left;width:100%}
.row:hover{background:var(--soft)}.row[aria-pressed=true]{background:light-dark(#dbe9fb,#24384f)}.row code{overflow-wrap:anywhere}.row b{font-weight:500;text-align:right}
summary{color:var(--dim);cursor:pointer;padding:.2rem .4rem}
form{align-items:center;background:Canvas;border-block:1px solid var(--line);display:flex;flex-wrap:wrap;gap:.5rem;padding:.6rem 0}
@media(min-width:50rem){form{position:sticky;top:0;z-index:1}}
input,select,form button{background:var(--soft);border:1px solid var(--line);color:inherit;border-radius:4px;font:inherit;font-size:.9rem;max-width:100%;min-width:0;padding:.25rem .45rem}select{flex:0 1 auto;max-width:13rem}input[type=search]{flex:1 1 12rem}::placeholder{color:var(--dim);opacity:1}output{color:var(--dim);white-space:nowrap}
.file{margin:1.4rem 0;content-visibility:auto;contain-intrinsic-size:auto 20rem}.file h3 span{color:var(--dim);font-weight:400}
article{border-left:.25rem solid var(--dim);margin:.7rem 0;padding:.05rem 0 .05rem .8rem}
article.error{border-color:var(--error)}article.warning{border-color:var(--warning)}article.info{border-color:var(--info)}
.error>.head b{color:var(--error)}.warning>.head b{color:var(--warning)}.info>.head b{color:var(--info)}
.head{align-items:baseline;display:flex;flex-wrap:wrap;gap:0 .7rem}.tag{border:1px solid var(--line);border-radius:1rem;color:var(--dim);font-size:.78rem;padding:0 .55rem}
pre{background:var(--soft);border-radius:4px;margin:.35rem 0;overflow-wrap:anywhere;padding:.4rem .6rem;white-space:pre-wrap}mark{background:var(--mark);color:inherit}del,ins{text-decoration:none}del{color:var(--error)}ins{color:light-dark(#1b5e20,#81c784)}a{color:inherit}:focus-visible{outline:2px solid var(--info);outline-offset:2px}
table{border-collapse:collapse;width:100%}td{border-bottom:1px solid var(--line);overflow-wrap:anywhere;padding:.25rem .5rem;vertical-align:top}
[hidden]{display:none!important}
@media print{body,code,pre,h3,.tag{font-size:10px}body{max-width:none;padding:0}form,summary{display:none!important}.row{padding:0}.skip{display:none}.file{content-visibility:visible}article,.row{break-inside:avoid}h3{break-after:avoid}svg,i,mark{print-color-adjust:exact}}`;

/**
 * Filters the articles by their attributes and text. `/` goes to the text field, Escape clears all; the
 * rows of the sums are buttons that filter. Without the script everything is shown and there is no form.
 */
export const SCRIPT = `const form=document.querySelector('form');
const files=[...document.querySelectorAll('.file')].map((node)=>({node,articles:[...node.querySelectorAll('article')]}));
const rows=[...document.querySelectorAll('.row')];
const count=document.querySelector('output');
const total=files.reduce((sum,{articles})=>sum+articles.length,0);
const texts=new Map();
const textOf=(article)=>{
  if(!texts.has(article))texts.set(article,(article.dataset.file+' '+article.textContent).toLowerCase());
  return texts.get(article);
};
const fields=['severity','rule','folder','owner','deadline','fix'];
const has=(article,name,wish)=>article.dataset[name].split('\\n').includes(wish);
const value=(name)=>form.elements[name].value;
const show=()=>{
  const words=value('text').toLowerCase().split(/\\s+/).filter(Boolean);
  const wanted=fields.filter((name)=>value(name)!=='').map((name)=>[name,value(name)]);
  let shown=0;
  for(const {node,articles} of files){
    let here=0;
    for(const article of articles){
      const fits=wanted.every(([name,wish])=>has(article,name,wish))&&words.every((word)=>textOf(article).includes(word));
      article.hidden=!fits;
      if(fits)here++;
    }
    node.hidden=here===0;
    shown+=here;
  }
  for(const row of rows)row.setAttribute('aria-pressed',String(value(row.dataset.field)===row.value));
  count.textContent=shown+' of '+total;
};
form.hidden=false;
form.addEventListener('input',show);
form.addEventListener('submit',(event)=>event.preventDefault());
form.addEventListener('reset',()=>setTimeout(show));
for(const row of rows)row.addEventListener('click',()=>{
  const field=form.elements[row.dataset.field];
  field.value=field.value===row.value?'':row.value;
  show();
});
document.addEventListener('keydown',(event)=>{
  if(event.ctrlKey||event.metaKey||event.altKey)return;
  if(event.key==='Escape')form.reset();
  if(event.key!=='/'||/^(?:INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName))return;
  event.preventDefault();
  form.elements.text.focus();
});
show();`;
