package claims
import ("testing";"os";"fmt";"math/rand";"github.com/sibyl-project/sibyl/processors/intake/reader";"github.com/sibyl-project/sibyl/rag/document";"github.com/sibyl-project/sibyl/rag/quantity")
func TestZZ(t *testing.T){ b,_:=os.ReadFile(os.Getenv("PDF")); d,_:=reader.Read(b,"x",reader.Options{}); h:=houseWords(d); fmt.Println(h); var out []string
 for i:=range d.Pages { if d.Pages[i].NotAnalysed!=""{continue}; pr:=newPageReader("r",d,i+1,h); if pr==nil{fmt.Println("SKIP PAGE",i+1);continue}; for _,s:=range pr.sentences { if s.Role!=document.RoleBody {continue}; r:=read(s.Text,quantity.Point,h); w:=r.worth(s.Ended,s.Item); if w<enough && len(r.words)>5 && (os.Getenv("ALL")!=""||len(r.measured)+len(r.counts)>0) { out=append(out,fmt.Sprintf("p%d w=%d %s",i+1,w,s.Text)) } } }
 rand.Seed(3); if os.Getenv("ALL")=="" {rand.Shuffle(len(out),func(i,j int){out[i],out[j]=out[j],out[i]})}; fmt.Println(len(out)); for i,o:=range out { if i<60 {fmt.Println(o)} } }
